# SPDX-License-Identifier: GPL-3.0-or-later
# `cmake --build build/dev --target refresh_translations` rewrites translations/*.ts from the sources. The lint runs the same
# program with the same options on copies and compares. English needs a file of its own for its plurals only.
# Not named update_translations: Qt's own target of that name joins it, and drops every translation first.
add_custom_target(
  refresh_translations
  COMMAND "${CMAKE_COMMAND}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DOUTPUT=${PROJECT_SOURCE_DIR}/translations" -P
          "${PROJECT_SOURCE_DIR}/resources/cmake/run_lupdate.cmake"
  VERBATIM)
