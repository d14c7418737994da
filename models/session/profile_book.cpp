// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/session/profile_book.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QSettings>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <array>
#include <utility>

namespace onceover {

namespace {

constexpr int kVersion = 1;

const QString kGroup = QStringLiteral("profiles");

ConnectionProfile readProfile(const QSettings& settings)
{
    const auto text = [&settings](const char* key, const QString& otherwise = QString()) {
        // A comma in an unquoted value makes a list of it.
        const QVariant value = settings.value(QLatin1String(key), otherwise);
        return value.toStringList().join(QLatin1Char(',')).trimmed();
    };
    ConnectionProfile profile;
    profile.id = QUuid(text("id")).toString(QUuid::WithoutBraces);
    profile.name = text("name");
    profile.host = text("host");
    bool isNumber = false;
    profile.port = settings.value(QStringLiteral("port"), 5432).toInt(&isNumber);
    if (!isNumber)
        profile.port = 0;
    profile.database = text("database", profile.database);
    profile.login = text("login");
    profile.sslMode = text("sslmode", profile.sslMode);
    profile.rootCertificate = text("root_certificate");
    profile.environment = text("environment") == QLatin1String("TEST")
                              ? ProfileEnvironment::Test
                              : ProfileEnvironment::Production;
    return profile;
}

void writeProfile(QSettings& settings, const ConnectionProfile& profile)
{
    settings.setValue(QStringLiteral("id"), profile.id);
    settings.setValue(QStringLiteral("name"), profile.name);
    settings.setValue(QStringLiteral("host"), profile.host);
    settings.setValue(QStringLiteral("port"), profile.port);
    settings.setValue(QStringLiteral("database"), profile.database);
    settings.setValue(QStringLiteral("login"), profile.login);
    settings.setValue(QStringLiteral("sslmode"), profile.sslMode);
    settings.setValue(QStringLiteral("root_certificate"), profile.rootCertificate);
    settings.setValue(
        QStringLiteral("environment"),
        profile.environment == ProfileEnvironment::Test ? QStringLiteral("TEST")
                                                        : QStringLiteral("PRODUCTION"));
}

// Fit to be listed: it can be told apart and repaired in the editor.
bool isUsable(const ConnectionProfile& profile)
{
    return !QUuid(profile.id).isNull() && !profile.name.isEmpty();
}

// QSettings reads almost any bytes without complaint; a file without our version in it is not ours.
bool hasContent(const QString& file)
{
    return QFileInfo(file).size() > 0;
}

} // namespace

ProfileBook::ProfileBook(QString file)
    : m_file(std::move(file))
{
    load();
}

QString ProfileBook::defaultFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/onceover/profiles.ini");
}

ConnectionProfile ProfileBook::blank()
{
    std::array<quint32, 4> words{};
    QRandomGenerator random = QRandomGenerator::securelySeeded();
    random.fillRange(words.data(), words.size());
    QByteArray bytes(reinterpret_cast<const char*>(words.data()), sizeof words);
    // Version 4, variant 1.
    bytes[6] = static_cast<char>((bytes.at(6) & 0x0f) | 0x40);
    bytes[8] = static_cast<char>((bytes.at(8) & 0x3f) | 0x80);
    ConnectionProfile profile;
    profile.id = QUuid::fromRfc4122(bytes).toString(QUuid::WithoutBraces);
    return profile;
}

void ProfileBook::load()
{
    QSettings settings(m_file, QSettings::IniFormat);
    const int version = settings.value(QStringLiteral("version"), 0).toInt();
    m_isDamaged = settings.status() != QSettings::NoError || (version < 1 && hasContent(m_file));
    m_isNewer = version > kVersion;
    m_lastUsed = settings.value(QStringLiteral("last_used")).toString();
    const int count = std::clamp(settings.beginReadArray(kGroup), 0, 1000);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        const ConnectionProfile profile = readProfile(settings);
        if (isUsable(profile) && !byId(profile.id))
            m_profiles << profile;
        else
            ++m_skipped;
    }
    settings.endArray();
}

bool ProfileBook::save()
{
    // A newer program's file may hold what this one would drop.
    if (m_isNewer)
        return false;
    if (!QDir().mkpath(QFileInfo(m_file).absolutePath()))
        return false;
    if ((m_isDamaged || m_skipped > 0) && !m_isAsideKept) {
        QString aside;
        for (int number = 1; aside.isEmpty() || QFile::exists(aside); ++number)
            aside = QStringLiteral("%1.damaged-%2").arg(m_file).arg(number);
        if (QFile::exists(m_file) && !QFile::copy(m_file, aside))
            return false;
        m_isAsideKept = true;
        if (m_isDamaged && QFile::exists(m_file) && !QFile::remove(m_file))
            return false;
    }
    QSettings settings(m_file, QSettings::IniFormat);
    settings.clear();
    settings.setValue(QStringLiteral("version"), kVersion);
    settings.setValue(QStringLiteral("last_used"), m_lastUsed);
    settings.beginWriteArray(kGroup, static_cast<int>(m_profiles.size()));
    for (int i = 0; i < m_profiles.size(); ++i) {
        settings.setArrayIndex(i);
        writeProfile(settings, m_profiles.at(i));
    }
    settings.endArray();
    settings.sync();
    return settings.status() == QSettings::NoError;
}

std::optional<ConnectionProfile> ProfileBook::byId(const QString& id) const
{
    for (const ConnectionProfile& profile : m_profiles) {
        if (profile.id == id)
            return profile;
    }
    return std::nullopt;
}

std::optional<ConnectionProfile> ProfileBook::byName(const QString& name) const
{
    for (const ConnectionProfile& profile : m_profiles) {
        if (profile.name.compare(name, Qt::CaseInsensitive) == 0)
            return profile;
    }
    return std::nullopt;
}

ProfileFault ProfileBook::faultOf(const ConnectionProfile& profile) const
{
    if (profile.name.trimmed().isEmpty())
        return ProfileFault::NameMissing;
    if (const auto other = byName(profile.name); other && other->id != profile.id)
        return ProfileFault::NameTaken;
    if (profile.host.trimmed().isEmpty())
        return ProfileFault::HostMissing;
    if (profile.port < 1 || profile.port > 65535)
        return ProfileFault::PortInvalid;
    if (profile.database.trimmed().isEmpty())
        return ProfileFault::DatabaseMissing;
    if (profile.login.trimmed().isEmpty())
        return ProfileFault::LoginMissing;
    if (!profile.isSocket() && profile.sslMode != QLatin1String("verify-full"))
        return ProfileFault::PlainTextOverNetwork;
    if (!profile.rootCertificate.isEmpty() && !QFileInfo(profile.rootCertificate).isReadable())
        return ProfileFault::RootCertificateUnreadable;
    return ProfileFault::None;
}

bool ProfileBook::put(const ConnectionProfile& profile)
{
    const QList<ConnectionProfile> before = m_profiles;
    const auto found = std::find_if(
        m_profiles.begin(), m_profiles.end(), [&profile](const ConnectionProfile& other) {
            return other.id == profile.id;
        });
    if (found == m_profiles.end())
        m_profiles << profile;
    else
        *found = profile;
    if (save())
        return true;
    m_profiles = before;
    return false;
}

bool ProfileBook::remove(const QString& id)
{
    const QList<ConnectionProfile> before = m_profiles;
    m_profiles.removeIf([&id](const ConnectionProfile& profile) { return profile.id == id; });
    if (save())
        return true;
    m_profiles = before;
    return false;
}

bool ProfileBook::setLastUsed(const QString& id)
{
    m_lastUsed = id;
    return save();
}

} // namespace onceover
