# SPDX-License-Identifier: GPL-3.0-or-later
# Script mode: ROOT is the repository, OUTPUT the directory with the .ts files to bring up to date.
find_program(LUPDATE_PROGRAM lupdate PATHS /usr/lib/qt6/bin NO_DEFAULT_PATH REQUIRED)
file(GLOB ts_files "${OUTPUT}/*.ts")
foreach(ts IN LISTS ts_files)
  set(options -silent -no-obsolete -locations none -no-ui-lines)
  if(ts MATCHES "_en\\.ts$")
    list(APPEND options -pluralonly)
  endif()
  execute_process(
    COMMAND "${LUPDATE_PROGRAM}" ${options} -I "${ROOT}" "${ROOT}/app/console" "${ROOT}/views" "${ROOT}/models" -ts "${ts}"
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
