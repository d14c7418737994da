# SPDX-License-Identifier: GPL-3.0-or-later
# Script mode: writes one header and one source that hold text files as raw string literals. Literals are cut
# into pieces of 8,000 characters because compilers limit the length of one.
set(entries "")
set(count 0)
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" text)
  string(LENGTH "${text}" length)
  set(pieces "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND pieces "\n    R\"onceover~(${piece})onceover~\"")
    math(EXPR at "${at} + 8000")
  endwhile()
  if(NOT pieces)
    set(pieces " \"\"")
  endif()
  string(APPEND entries "    {\"${name}\",${pieces}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${HEADER}" "// Generated from text files at build time.
#pragma once
#include <array>
#include <string_view>
namespace ${NAMESPACE} {
struct EmbeddedFile
{
    std::string_view name;
    std::string_view text;
};
extern const std::array<EmbeddedFile, ${count}> kEmbeddedFiles;
} // namespace ${NAMESPACE}
")
get_filename_component(header_name "${HEADER}" NAME)
file(WRITE "${SOURCE}" "// Generated from text files at build time.
#if defined(__clang__)
#pragma clang diagnostic ignored \"-Woverlength-strings\"
#endif
#include \"${header_name}\"
namespace ${NAMESPACE} {
const std::array<EmbeddedFile, ${count}> kEmbeddedFiles = {{
${entries}}};
} // namespace ${NAMESPACE}
")
