// SPDX-License-Identifier: GPL-3.0-or-later
// The equivalent join in DuckDB: by equal reference, then by account, amount, currency and window,
// unique both ways. Folder of payments.csv and lines.csv as the first argument, threads as the second.
import { DuckDBInstance } from '@duckdb/node-api';

const [folder, threads] = process.argv.slice(2);
const seconds = () => Number(process.hrtime.bigint()) / 1e9;
const instance = await DuckDBInstance.create(':memory:', { threads });
const database = await instance.connect();
const columns = (id) =>
  `columns={'${id}':'INTEGER','account':'INTEGER','amount_minor':'BIGINT','currency':'VARCHAR','reference':'VARCHAR','booked_epoch':'BIGINT'}`;
for (const [table, id] of [['payments', 'payment_id'], ['lines', 'line_id']])
  await database.run(`CREATE TABLE ${table} AS SELECT * FROM read_csv('${folder}/${table}.csv', header=true, quote='"', ${columns(id)})`);
for (let round = 0; round < 3; ++round) {
  await database.run('DROP TABLE IF EXISTS matches');
  const start = seconds();
  await database.run(`CREATE TABLE matches AS
    SELECT l.line_id, p.payment_id,
           CASE WHEN l.amount_minor = p.amount_minor AND l.currency = p.currency THEN 'REF' ELSE 'REF_MISMATCH' END kind
      FROM lines l JOIN payments p ON l.reference = p.reference WHERE l.reference <> ''`);
  await database.run(`INSERT INTO matches WITH
    free_lines AS (SELECT * FROM lines l WHERE NOT EXISTS (SELECT 1 FROM matches m WHERE m.line_id = l.line_id)),
    free_payments AS (SELECT * FROM payments p WHERE NOT EXISTS (SELECT 1 FROM matches m WHERE m.payment_id = p.payment_id AND m.kind = 'REF')),
    pairs AS (SELECT l.line_id, p.payment_id, count(*) OVER (PARTITION BY l.line_id) lines, count(*) OVER (PARTITION BY p.payment_id) payments
                FROM free_lines l JOIN free_payments p
                  ON l.account = p.account AND l.amount_minor = p.amount_minor AND l.currency = p.currency
               WHERE abs(l.booked_epoch - p.booked_epoch) <= 7 * 86400)
    SELECT line_id, payment_id, CASE WHEN lines = 1 AND payments = 1 THEN 'WINDOW' ELSE 'AMBIGUOUS' END FROM pairs`);
  const took = seconds() - start;
  const kinds = (await (await database.run('SELECT kind, count(*)::INT FROM matches GROUP BY 1 ORDER BY 1')).getRows())
    .map(([kind, count]) => `${kind} ${count}`).join(', ');
  console.log(`duckdb match_s ${took.toFixed(3)} (${threads} threads), ${kinds}, memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB in all`);
}
process.exit(0);
