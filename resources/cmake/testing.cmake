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
  # A test is one class in ${name}.cpp, which includes ${name}.moc. One call of moc costs a fiftieth of
  # what AUTOMOC's own target, scan and compilation unit cost each of the many tests.
  set(moc_folder "${CMAKE_CURRENT_BINARY_DIR}/${name}_moc")
  add_custom_command(
    OUTPUT "${moc_folder}/${name}.moc"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${moc_folder}"
    COMMAND Qt6::moc -o "${moc_folder}/${name}.moc" "${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp"
    DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp"
    COMMENT "moc ${name}"
    VERBATIM)
  target_sources(${name} PRIVATE "${moc_folder}/${name}.moc")
  target_include_directories(${name} PRIVATE "${moc_folder}")
  set_target_properties(${name} PROPERTIES AUTOMOC OFF)
  target_compile_definitions(${name} PRIVATE QT_NO_KEYWORDS)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(
    ${name}
    PROPERTIES LABELS "${ARG_LABEL}"
               TIMEOUT ${ARG_TIMEOUT}
               SKIP_REGULAR_EXPRESSION "SKIPPED-ENTIRELY"
               ENVIRONMENT "QT_QPA_PLATFORM=offscreen;LC_ALL=C.UTF-8;TZ=UTC;QT_LOGGING_RULES=default.debug=false")
endfunction()
