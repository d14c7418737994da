# SPDX-License-Identifier: GPL-3.0-or-later
# The counter-examples of the protocol's model, walked against the real functions.
add_library(onceover_model_rows STATIC model_row.cpp row_process.cpp)
target_link_libraries(onceover_model_rows PUBLIC onceover_desk_scenarios onceover_engine onceover_journal onceover_store)
set_target_properties(onceover_model_rows PROPERTIES AUTOMOC OFF)
foreach(subject evidence people rollback sending)
  onceover_test(
    model_rows_${subject}_test
    LABEL postgres
    TIMEOUT 900
    SOURCES model_rows_${subject}_test.cpp
    LINKS onceover_model_rows)
endforeach()
