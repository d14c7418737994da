# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler flags as INTERFACE targets: a library asks for them, nothing is global.

add_library(onceover_flags INTERFACE)
target_include_directories(onceover_flags INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(
  onceover_flags
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wsign-conversion
            -Wold-style-cast
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            -Wimplicit-fallthrough
            -Wextra-semi
            -Wundef
            -Wformat=2
            -Werror=switch
            -Werror=unused-result
            -Werror=return-type)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(onceover_flags INTERFACE -Wsuggest-override -Wduplicated-cond -Wlogical-op)
endif()
# A hundred programs are linked for the tests; gold takes half the time of the default linker.
find_program(ONCEOVER_GOLD ld.gold)
if(ONCEOVER_GOLD AND CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT ONCEOVER_SANITIZE)
  target_link_options(onceover_flags INTERFACE -fuse-ld=gold)
endif()
if(ONCEOVER_WERROR)
  target_compile_options(onceover_flags INTERFACE -Werror)
endif()
if(ONCEOVER_SANITIZE)
  target_compile_options(onceover_flags INTERFACE -fsanitize=${ONCEOVER_SANITIZE} -fno-omit-frame-pointer
                                                  -fno-sanitize-recover=all)
  target_link_options(onceover_flags INTERFACE -fsanitize=${ONCEOVER_SANITIZE})
endif()
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND NOT ONCEOVER_SANITIZE)
  target_compile_options(onceover_flags INTERFACE -fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  target_compile_definitions(onceover_flags INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(onceover_flags INTERFACE -Wl,-z,relro,-z,now)
endif()

# Qt code only: no implicit conversions between bytes and text.
add_library(onceover_qt_flags INTERFACE)
target_link_libraries(onceover_qt_flags INTERFACE onceover_flags)
target_compile_definitions(
  onceover_qt_flags
  INTERFACE QT_NO_KEYWORDS
            QT_NO_CAST_FROM_ASCII
            QT_NO_CAST_TO_ASCII
            QT_NO_CAST_FROM_BYTEARRAY
            QT_NO_URL_CAST_FROM_STRING
            QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
            QT_NO_FOREACH
            QT_NO_JAVA_STYLE_ITERATORS
            QT_STRICT_ITERATORS
            QT_DISABLE_DEPRECATED_BEFORE=0x060400)

# onceover_backend_library(name SOURCES... LINKS...): one static library per folder of backend/, never with Qt.
function(onceover_backend_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC onceover_flags ${ARG_LINKS} PRIVATE ${ARG_PRIVATE_LINKS})
  set_target_properties(${name} PROPERTIES AUTOMOC OFF AUTOUIC OFF AUTORCC OFF POSITION_INDEPENDENT_CODE ON)
endfunction()
