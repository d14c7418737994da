# SPDX-License-Identifier: GPL-3.0-or-later

# A core whose database stream goes through a gate.
add_library(onceover_cut_core STATIC counting_provider.cpp cut_core.cpp cut_world.cpp cycle_streams.cpp)
target_link_libraries(onceover_cut_core PUBLIC onceover_core_app onceover_test_support)
set_target_properties(onceover_cut_core PROPERTIES AUTOMOC OFF)
add_executable(onceover_cut_core_pass cut_core_main.cpp)
target_link_libraries(onceover_cut_core_pass PRIVATE onceover_cut_core)
set_target_properties(onceover_cut_core_pass PROPERTIES AUTOMOC OFF)
onceover_test(
  database_cuts_test
  LABEL system
  TIMEOUT 1500
  SOURCES database_cuts_test.cpp
  LINKS onceover_cut_core onceover_tls_cluster)
target_compile_definitions(database_cuts_test PRIVATE ONCEOVER_CUT_CORE="$<TARGET_FILE:onceover_cut_core_pass>")
add_dependencies(database_cuts_test onceover_cut_core_pass)
