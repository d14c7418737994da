// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFormLayout;
class QWidget;

namespace onceover {

// Adds a field under its label: the label's letter leads to the field, and its words, without the
// letter's mark, are the field's accessible name. The form's widget becomes the owner of both.
void addLabelledRow(QFormLayout* form, const QString& label, QWidget* field);

} // namespace onceover
