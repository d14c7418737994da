// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/store/csv_world.h"

#include <fstream>

namespace onceover {

CsvWorld::CsvWorld()
    : m_ids(m_clock)
{
    startAnew();
}

void CsvWorld::startAnew()
{
    m_database = m_fixture.freshInstallation();
    const ConnectionSettings ingest =
        m_fixture.postgres().settingsFor("m_ingest", "m_ingest", m_database);
    m_matching.reset();
    m_lines.emplace(ingest);
    m_matches.emplace(ingest);
    m_matching.emplace(*m_matches);
    m_owner.emplace(m_fixture.connectOwner(m_database));
}

std::string CsvWorld::write(const std::string& bytes)
{
    const std::string path =
        m_files.filePath(QStringLiteral("file%1.csv").arg(++m_count)).toStdString();
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
}

CsvWorld::Answer CsvWorld::import(
    const std::string& bytes,
    const std::string& account,
    const std::string& provider,
    const std::string& currency)
{
    const auto file = StatementFile::open(write(bytes));
    if (!file)
        return {file.error().code, file.error().message, 0, 0};
    ImportTerms terms;
    terms.choice.csv.account = account;
    terms.choice.csv.currency = currency;
    terms.provider = provider;
    const auto imported =
        importStatements(*file, "file.csv", terms, ImportStores{*m_lines, *m_matching}, m_ids);
    if (imported)
        return {imported->outcome, {}, 0, imported->recordCount};
    if (const auto& refusal = imported.error().refusal)
        return {refusal->code, refusal->message, refusal->line, 0};
    return {imported.error().error->code(), imported.error().error->detail(), 0, 0};
}

std::string CsvWorld::cell(const std::string& sql)
{
    const Rows rows = mustRun(*m_owner, "select (" + sql + ")::text as cell");
    return rows[0].text("cell").value_or("");
}

} // namespace onceover
