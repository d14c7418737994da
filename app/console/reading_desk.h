// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/read/reader.h"
#include "views/shell/main_window.h"

#include <QObject>

#include <memory>

namespace onceover {

// A window and the reading connection behind it. It knows no desk and no engine: alone it is the
// whole of audit mode; what people may do is added by PersonDesk.
class ReadingDesk : public QObject
{
    Q_OBJECT

public:
    ReadingDesk(const ReadSettings& settings, const DeskPlace& place, QObject* parent = nullptr);
    ~ReadingDesk() override;

    MainWindow& window() { return *m_window; }

    Reader& reader() { return *m_reader; }

    // Connects and shows the window.
    void open();
    // Raises the window; `reference` empty leaves it where it is.
    void show(const QString& reference);

private:
    std::unique_ptr<Reader> m_reader;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace onceover
