# SPDX-License-Identifier: GPL-3.0-or-later
# onceover_embed_sql(target NAMESPACE ns HEADER name FILES a.sql b.sql): compiles text files into the library as
# std::string_view constants in a sorted array of {name, text}; the build depends on each file.
function(onceover_embed target)
  cmake_parse_arguments(ARG "" "NAMESPACE;HEADER" "FILES" ${ARGN})
  set(out_dir "${CMAKE_CURRENT_BINARY_DIR}/embedded")
  set(header "${out_dir}/${ARG_HEADER}.h")
  set(source "${out_dir}/${ARG_HEADER}.cpp")
  set(inputs "")
  foreach(file IN LISTS ARG_FILES)
    list(APPEND inputs "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()
  add_custom_command(
    OUTPUT "${header}" "${source}"
    COMMAND
      "${CMAKE_COMMAND}" "-DNAMESPACE=${ARG_NAMESPACE}" "-DHEADER=${header}" "-DSOURCE=${source}" "-DFILES=${inputs}"
      -P "${PROJECT_SOURCE_DIR}/resources/cmake/write_embedded.cmake"
    DEPENDS ${inputs} "${PROJECT_SOURCE_DIR}/resources/cmake/write_embedded.cmake"
    VERBATIM)
  target_sources(${target} PRIVATE "${source}")
  target_include_directories(${target} PRIVATE "${out_dir}")
endfunction()
