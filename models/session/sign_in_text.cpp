// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/session/sign_in_text.h"

#include "models/text/untrusted_text.h"

#include <QCoreApplication>

namespace onceover {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("SignInText", text);
}

// libpq has no code of its own for a failed handshake.
bool isAboutCertificates(const QString& detail)
{
    return detail.contains(QLatin1String("certificate"), Qt::CaseInsensitive)
           || detail.contains(QLatin1String("SSL"), Qt::CaseInsensitive);
}

} // namespace

ErrorSentences SignInText::of(const Error& error, const QString& host, const QString& login)
{
    const QString code = QString::fromStdString(error.code());
    const QString detail = QString::fromStdString(error.detail());
    ErrorSentences sentences;
    sentences.money = say(QT_TRANSLATE_NOOP("SignInText", "Nothing was read or changed."));
    if (code == QLatin1String("database.login_refused")) {
        sentences.what =
            say(QT_TRANSLATE_NOOP("SignInText", "The server refused the login %1 or its password."))
                .arg(UntrustedText::line(login, 60));
        sentences.next = say(QT_TRANSLATE_NOOP(
            "SignInText", "Type the password again; ask an officer if it keeps being refused."));
    } else if (code == QLatin1String("database.missing")) {
        sentences.what =
            say(QT_TRANSLATE_NOOP("SignInText", "The server has no database of this name."));
        sentences.next = say(QT_TRANSLATE_NOOP("SignInText", "Edit the profile's database."));
    } else if (code == QLatin1String("settings.tls_required")) {
        sentences.what = say(QT_TRANSLATE_NOOP(
            "SignInText", "Without TLS only a server on this machine is spoken to."));
        sentences.next = say(QT_TRANSLATE_NOOP("SignInText", "Edit the profile."));
    } else if (code == QLatin1String("database.away") && isAboutCertificates(detail)) {
        sentences.what =
            say(QT_TRANSLATE_NOOP("SignInText", "The server at %1 could not prove who it is: %2"))
                .arg(UntrustedText::line(host, 80), UntrustedText::line(detail, 300));
        sentences.next = say(QT_TRANSLATE_NOOP(
            "SignInText",
            "Check the host name and the root certificate of the profile. Do not go around it."));
    } else if (code == QLatin1String("database.away")) {
        sentences.what = say(QT_TRANSLATE_NOOP("SignInText", "The server at %1 cannot be reached."))
                             .arg(UntrustedText::line(host, 80));
        sentences.next =
            say(QT_TRANSLATE_NOOP("SignInText", "Check host, port and network, then try again."));
    } else {
        sentences.what = UntrustedText::line(detail.isEmpty() ? code : detail, 400);
    }
    return sentences;
}

QString SignInText::fault(ProfileFault fault)
{
    switch (fault) {
    case ProfileFault::None:
        break;
    case ProfileFault::NameMissing:
        return say(QT_TRANSLATE_NOOP("SignInText", "Give the profile a name."));
    case ProfileFault::NameTaken:
        return say(QT_TRANSLATE_NOOP("SignInText", "Another profile has this name."));
    case ProfileFault::HostMissing:
        return say(QT_TRANSLATE_NOOP(
            "SignInText", "Name the database's host, or the directory of its socket."));
    case ProfileFault::PortInvalid:
        return say(QT_TRANSLATE_NOOP("SignInText", "A port is a number from 1 to 65535."));
    case ProfileFault::DatabaseMissing:
        return say(QT_TRANSLATE_NOOP("SignInText", "Name the database."));
    case ProfileFault::LoginMissing:
        return say(QT_TRANSLATE_NOOP("SignInText", "Name your login."));
    case ProfileFault::PlainTextOverNetwork:
        return say(QT_TRANSLATE_NOOP(
            "SignInText", "Without TLS only a server on this machine is spoken to."));
    case ProfileFault::RootCertificateUnreadable:
        return say(
            QT_TRANSLATE_NOOP("SignInText", "The file of root certificates cannot be read."));
    }
    return {};
}

} // namespace onceover
