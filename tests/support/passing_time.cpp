// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/passing_time.h"

#include "tests/support/store_fixture.h"

#include <string>

namespace onceover {

namespace {

// The start of the server is no time but the server's name, and stays. Facts are insert-only, so
// their guards are lifted for this one transaction and stand again after.
constexpr std::string_view kMove = R"sql(do $do$
declare
    part record;
    assignments text;
    guard record;
begin
    for part in select c.oid, c.relname from pg_class c
                 where c.relnamespace = 'onceover'::regnamespace and c.relkind = 'r'
                   and c.relname not in ('events', 'server_starts', 'core_proofs') loop
        select string_agg(case when data_type = 'bigint'
                   then format('%1$I = %1$I - PASSED::bigint * 1000', column_name)
                   else format('%1$I = %1$I - PASSED * interval ''1 millisecond''', column_name) end, ', ') into assignments
          from information_schema.columns
         where table_schema = 'onceover' and table_name = part.relname
           and column_name not in ('checked_start', 'proven_start')
           and (data_type = 'timestamp with time zone' or (data_type = 'bigint' and column_name like '%\_us'));
        continue when assignments is null;
        execute format('alter table onceover.%I disable trigger user', part.relname);
        execute format('update onceover.%I set %s', part.relname, assignments);
        for guard in select tgname from pg_trigger where tgrelid = part.oid and not tgisinternal loop
            execute format('alter table onceover.%I enable always trigger %I', part.relname, guard.tgname);
        end loop;
    end loop;
end
$do$)sql";

} // namespace

void letTimePass(Connection& owner, std::chrono::milliseconds passed)
{
    std::string sql(kMove);
    const std::string number = std::to_string(passed.count());
    for (std::size_t at = sql.find("PASSED"); at != std::string::npos; at = sql.find("PASSED"))
        sql.replace(at, 6, number);
    mustRun(owner, sql);
}

} // namespace onceover
