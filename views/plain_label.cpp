// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plain_label.h"

#include "views/theme.h"

namespace onceover {

PlainLabel::PlainLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

PlainLabel::PlainLabel(const QString& text, QWidget* parent)
    : PlainLabel(parent)
{
    setText(text);
}

void PlainLabel::setTone(Tone tone)
{
    setStyleSheet(QStringLiteral("color: %1;").arg(Theme::text(tone).name()));
}

void PlainLabel::setWrapped()
{
    setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PlainLabel::setCopyable()
{
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void PlainLabel::setChip(Tone tone)
{
    setStyleSheet(QStringLiteral("color: %1; background: %2; border-radius: 4px; padding: 2px 8px;")
                      .arg(Theme::text(tone).name(), Theme::soft(tone).name()));
}

} // namespace onceover
