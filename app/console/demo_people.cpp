// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo_people.h"

#include "app/core/demo_provision.h"

namespace onceover {

std::optional<std::string> demoLoginOf(const QString& wanted, bool isAudit)
{
    if (wanted.isEmpty())
        return isAudit ? "kim" : "liwei";
    const QString meant = wanted.simplified();
    for (const DemoName& person : demoNames()) {
        const QString name = QString::fromStdString(person.name);
        for (const QString& known :
             {QString::fromStdString(person.login), name, name.section(QLatin1Char(' '), 0, 0)}) {
            if (known.compare(meant, Qt::CaseInsensitive) == 0)
                return person.login;
        }
    }
    return std::nullopt;
}

} // namespace onceover
