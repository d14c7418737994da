# SPDX-License-Identifier: GPL-3.0-or-later
add_library(onceover_scenario_support STATIC book_provider.cpp scenario_core.cpp scenario_world.cpp)
target_link_libraries(onceover_scenario_support PUBLIC onceover_desk_scenarios onceover_engine onceover_journal onceover_store)
set_target_properties(onceover_scenario_support PROPERTIES AUTOMOC OFF)
foreach(
  subject
  sending
  waiting
  people
  records
  commit
  sessions
  race)
  onceover_test(
    scenario_${subject}_test
    LABEL postgres
    TIMEOUT 900
    SOURCES scenario_${subject}_test.cpp
    LINKS onceover_scenario_support)
  add_dependencies(engine_mutants_test scenario_${subject}_test)
endforeach()
# The full size takes longer than Qt Test lets a function run.
set_tests_properties(scenario_race_test PROPERTIES TIMEOUT 3600)
set_property(
  TEST scenario_race_test
  APPEND
  PROPERTY ENVIRONMENT "QTEST_FUNCTION_TIMEOUT=3600000")

add_library(onceover_match_world STATIC match_world.cpp)
target_link_libraries(onceover_match_world PUBLIC onceover_desk_scenarios onceover_engine onceover_store nlohmann_json::nlohmann_json)
set_target_properties(onceover_match_world PROPERTIES AUTOMOC OFF)
foreach(subject tiers sets rule_books)
  onceover_test(
    match_${subject}_test
    LABEL postgres
    TIMEOUT 900
    SOURCES match_${subject}_test.cpp
    LINKS onceover_match_world)
  add_dependencies(engine_mutants_test match_${subject}_test)
endforeach()
