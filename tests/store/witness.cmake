# SPDX-License-Identifier: GPL-3.0-or-later
onceover_test(
  witness_test
  LABEL postgres
  TIMEOUT 900
  SOURCES witness_test.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  witness_cores_test
  LABEL postgres
  TIMEOUT 900
  SOURCES witness_cores_test.cpp
  LINKS onceover_desk_scenarios onceover_store)
onceover_test(
  failover_test
  LABEL postgres
  TIMEOUT 900
  SOURCES failover_test.cpp failover_site.cpp
  LINKS onceover_scenario_support)
onceover_test(
  late_facts_test
  LABEL postgres
  TIMEOUT 900
  SOURCES late_facts_test.cpp core_world.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  waiting_facts_test
  LABEL postgres
  TIMEOUT 900
  SOURCES waiting_facts_test.cpp
  LINKS onceover_desk_scenarios)
onceover_test(
  core_standing_test
  LABEL postgres
  TIMEOUT 900
  SOURCES core_standing_test.cpp core_world.cpp
  LINKS onceover_desk_scenarios)
