# SPDX-License-Identifier: GPL-3.0-or-later
onceover_test(
  found_reference_test
  LABEL unit
  SOURCES found_reference_test.cpp
  LINKS onceover_matching rapidcheck)
onceover_test(identifier_test LABEL unit SOURCES identifier_test.cpp LINKS onceover_matching)
