# SPDX-License-Identifier: GPL-3.0-or-later
add_library(onceover_desk_scenarios STATIC desk_scenarios_binding.cpp desk_scenarios_commands.cpp desk_scenarios_effects.cpp
                                           desk_scenarios_people.cpp desk_world.cpp lock_step.cpp)
target_link_libraries(onceover_desk_scenarios PUBLIC onceover_test_support)
set_target_properties(onceover_desk_scenarios PROPERTIES AUTOMOC OFF)
onceover_test(
  desk_functions_test
  LABEL postgres
  TIMEOUT 900
  SOURCES desk_functions_test.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  desk_mutants_test
  LABEL postgres
  TIMEOUT 600
  SOURCES desk_mutants_test.cpp desk_mutants.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  desk_session_test
  LABEL postgres
  SOURCES desk_session_test.cpp
  LINKS onceover_desk_scenarios onceover_desk onceover_store)
onceover_test(
  attack_sending_test
  LABEL postgres
  TIMEOUT 900
  SOURCES attack_sending_test.cpp
  LINKS onceover_desk_scenarios onceover_domain)
onceover_test(
  holds_test
  LABEL postgres
  SOURCES holds_test.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  cancel_test
  LABEL postgres
  SOURCES cancel_test.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  send_before_test
  LABEL postgres
  SOURCES send_before_test.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  twice_test
  LABEL postgres
  TIMEOUT 600
  SOURCES twice_test.cpp twice_people.cpp twice_cores.cpp twice_witnesses.cpp twice_ingest.cpp twice_uploads.cpp upload_world.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  core_decisions_test
  LABEL postgres
  SOURCES core_decisions_test.cpp core_world.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  uploads_test
  LABEL postgres
  SOURCES uploads_test.cpp upload_world.cpp
  LINKS onceover_desk_scenarios)
