# SPDX-License-Identifier: GPL-3.0-or-later
# Statement files and matching.
onceover_test(statements_cases_test LABEL unit SOURCES statements_cases_test.cpp LINKS onceover_statements)
onceover_test(statements_corpus_test LABEL unit SOURCES statements_corpus_test.cpp LINKS onceover_statements)
onceover_test(text_encoding_test LABEL unit SOURCES text_encoding_test.cpp LINKS onceover_statements)
onceover_test(csv_corpus_test LABEL unit SOURCES csv_corpus_test.cpp LINKS onceover_statements)
onceover_test(matching_test LABEL unit SOURCES matching_test.cpp LINKS onceover_matching)
onceover_test(statements_hostile_test LABEL unit SOURCES statements_hostile_test.cpp LINKS onceover_statements)
onceover_test(statements_kinds_test LABEL unit SOURCES statements_kinds_test.cpp LINKS onceover_statements)
onceover_test(statements_output_test LABEL unit SOURCES statements_output_test.cpp LINKS onceover_statements)
onceover_test(money_test LABEL unit SOURCES money_test.cpp LINKS onceover_domain rapidcheck)
onceover_test(reference_test LABEL unit SOURCES reference_test.cpp LINKS onceover_domain rapidcheck)
onceover_test(encoding_test LABEL unit SOURCES encoding_test.cpp LINKS onceover_domain rapidcheck)
