// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/console_options.h"
#include "app/console/exit_code.h"
#include "models/case_file/case_commands.h"
#include "models/read/read_settings.h"

#include <QElapsedTimer>
#include <QObject>
#include <QStringList>
#include <QTemporaryDir>
#include <QTimer>

#include <deque>
#include <functional>
#include <memory>

namespace onceover {

class PersonDesk;
class ReadingDesk;

// Draws the main views of a running demo, one after the other, in every language and theme, into
// PNG files of one size. It decides nothing: its desk cannot be opened. What cannot be drawn in
// time is an error, never a missing file.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    // `person` reads as somebody who may decide, `auditor` without any role but its own.
    Screenshots(
        ReadSettings person, ReadSettings auditor, QString directory, QObject* parent = nullptr);
    ~Screenshots() override;

    void start();

Q_SIGNALS:
    // The file's path, as each is written.
    void drawn(const QString& file);
    void failed(const QString& what);
    void finished(onceover::ConsoleExit exit);

private:
    // One view: what leads there, when it is all there, and what is drawn.
    struct View
    {
        QString name;
        std::function<void()> prepare;
        std::function<bool()> isReady;
        std::function<QWidget*()> widget;
    };

    void nextLook();
    void addViews();
    void addSignIn();
    void addSheets();
    void addCases();
    void addAudit();
    void addPreview();
    void addCase(const QString& name, int tab, const std::function<bool()>& isWanted);
    void addCommand(const QString& name, CaseCommand command);
    void openDesk(const ReadSettings& settings, bool isAudit);
    void closeDesk();
    void advance();
    void draw(QWidget* widget);
    // Opens one case of the queue after the other until `isWanted` holds of the one on screen.
    bool seek(const std::function<bool()>& isWanted);
    bool isPulsed() const;

    ReadSettings m_person;
    ReadSettings m_auditor;
    QString m_directory;
    QTemporaryDir m_files;
    std::deque<std::pair<QString, ThemeChoice>> m_looks;
    QString m_suffix;
    std::deque<View> m_views;
    bool m_isPrepared = false;
    int m_seekRow = 0;
    int m_seekCount = 0;
    bool m_isSettled = false;
    QElapsedTimer m_patience;
    QTimer m_timer;
    std::unique_ptr<QWidget> m_extra;
    std::unique_ptr<QObject> m_extraModel;
    std::unique_ptr<ReadingDesk> m_desk;
    std::unique_ptr<PersonDesk> m_personDesk;
};

} // namespace onceover
