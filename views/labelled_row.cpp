// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/labelled_row.h"

#include "views/plain_label.h"

#include <QFormLayout>
#include <QRegularExpression>

namespace onceover {

namespace {

// "Name" of "&Name", and of "Name(&N)" as scripts without Latin letters have it.
QString wordsOf(QString label)
{
    static const QRegularExpression kLetterBehind(QStringLiteral("\\(&.\\)"));
    return label.remove(kLetterBehind).remove(QLatin1Char('&'));
}

} // namespace

void addLabelledRow(QFormLayout* form, const QString& label, QWidget* field)
{
    auto* shown = new PlainLabel(label, field->parentWidget());
    shown->setBuddy(field);
    field->setAccessibleName(wordsOf(label));
    form->addRow(shown, field);
}

} // namespace onceover
