# SPDX-License-Identifier: GPL-3.0-or-later
# onceover_test(name LABEL unit|postgres|provider|ui|system|crash SOURCES... LINKS...): one Qt Test executable per subject.
# The environment is fixed so that no test depends on the developer's own.
function(onceover_test name)
  cmake_parse_arguments(ARG "" "LABEL;TIMEOUT" "SOURCES;LINKS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE onceover_flags Qt6::Core Qt6::Test ${ARG_LINKS})
  # moc 6.4 cannot read libstdc++'s <compare>; its include guard keeps moc out.
  set_target_properties(${name} PROPERTIES AUTOMOC ON AUTOMOC_MOC_OPTIONS -D_COMPARE=1)
  target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS ONCEOVER_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             ONCEOVER_BINARY_DIR="${PROJECT_BINARY_DIR}")
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(
    ${name}
    PROPERTIES LABELS "${ARG_LABEL}"
               TIMEOUT ${ARG_TIMEOUT}
               SKIP_REGULAR_EXPRESSION "SKIPPED-ENTIRELY"
               ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;QT_LOGGING_RULES=default.debug=false")
endfunction()
