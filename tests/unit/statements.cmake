# SPDX-License-Identifier: GPL-3.0-or-later
# Statement files and matching.
onceover_test(statements_cases_test LABEL unit SOURCES statements_cases_test.cpp LINKS onceover_statements)
onceover_test(statements_bai_test LABEL unit SOURCES statements_bai_test.cpp LINKS onceover_statements)
onceover_test(statements_mt_kinds_test LABEL unit SOURCES statements_mt_kinds_test.cpp LINKS onceover_statements)
onceover_test(statements_mt_test LABEL unit SOURCES statements_mt_test.cpp LINKS onceover_statements)
onceover_test(
  statements_written_test
  LABEL unit
  SOURCES statements_written_test.cpp written_statement.cpp
  LINKS onceover_statements)
onceover_test(statements_places_test LABEL unit SOURCES statements_places_test.cpp LINKS onceover_statements)
onceover_test(statements_repeated_test LABEL unit SOURCES statements_repeated_test.cpp LINKS onceover_statements)
onceover_test(statements_damage_test LABEL unit SOURCES statements_damage_test.cpp LINKS onceover_statements)
onceover_test(statements_status_test LABEL unit SOURCES statements_status_test.cpp LINKS onceover_statements)
onceover_test(statements_corpus_test LABEL unit SOURCES statements_corpus_test.cpp LINKS onceover_statements)
onceover_test(plain_run_test LABEL unit SOURCES plain_run_test.cpp LINKS onceover_statements)
onceover_test(text_encoding_test LABEL unit SOURCES text_encoding_test.cpp LINKS onceover_statements)
onceover_test(csv_cases_test LABEL unit SOURCES csv_cases_test.cpp LINKS onceover_statements nlohmann_json::nlohmann_json)
onceover_test(csv_profile_search_test LABEL unit SOURCES csv_profile_search_test.cpp LINKS onceover_statements nlohmann_json::nlohmann_json)
onceover_test(csv_damage_test LABEL unit SOURCES csv_damage_test.cpp LINKS onceover_statements)
onceover_test(csv_hostile_test LABEL unit SOURCES csv_hostile_test.cpp LINKS onceover_statements)
onceover_test(csv_profile_test LABEL unit SOURCES csv_profile_test.cpp LINKS onceover_statements)
onceover_test(csv_property_test LABEL unit SOURCES csv_property_test.cpp LINKS onceover_statements)
onceover_test(csv_unknown_test LABEL unit SOURCES csv_unknown_test.cpp LINKS onceover_statements nlohmann_json::nlohmann_json)
onceover_test(csv_corpus_test LABEL unit SOURCES csv_corpus_test.cpp LINKS onceover_statements)
onceover_test(matching_test LABEL unit SOURCES matching_test.cpp LINKS onceover_matching)
onceover_test(statements_hostile_test LABEL unit SOURCES statements_hostile_test.cpp LINKS onceover_statements)
onceover_test(statements_kinds_test LABEL unit SOURCES statements_kinds_test.cpp LINKS onceover_statements)
onceover_test(statements_output_test LABEL unit SOURCES statements_output_test.cpp LINKS onceover_statements)
onceover_test(money_test LABEL unit SOURCES money_test.cpp LINKS onceover_domain rapidcheck)
onceover_test(reference_test LABEL unit SOURCES reference_test.cpp LINKS onceover_domain rapidcheck)
onceover_test(encoding_test LABEL unit SOURCES encoding_test.cpp LINKS onceover_domain rapidcheck)
