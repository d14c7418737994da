# SPDX-License-Identifier: GPL-3.0-or-later
onceover_test(
  found_reference_test
  LABEL unit
  SOURCES found_reference_test.cpp
  LINKS onceover_matching rapidcheck)
onceover_test(identifier_test LABEL unit SOURCES identifier_test.cpp LINKS onceover_matching)
onceover_test(match_rules_test LABEL unit SOURCES match_rules_test.cpp LINKS onceover_matching)
onceover_test(matching_names_test LABEL unit SOURCES matching_names_test.cpp LINKS onceover_matching)
onceover_test(matching_tiers_test LABEL unit SOURCES matching_tiers_test.cpp LINKS onceover_matching)
onceover_test(matching_sets_test LABEL unit SOURCES matching_sets_test.cpp LINKS onceover_matching)
onceover_test(matching_property_test LABEL unit SOURCES matching_property_test.cpp LINKS onceover_matching)
