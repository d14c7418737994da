// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/reading_desk.h"

#include "views/queue/list_page.h"

namespace onceover {

ReadingDesk::ReadingDesk(const ReadSettings& settings, const DeskPlace& place, QObject* parent)
    : QObject(parent)
    , m_reader(std::make_unique<Reader>(settings))
    , m_window(std::make_unique<MainWindow>(place, m_reader.get()))
{}

ReadingDesk::~ReadingDesk() = default;

void ReadingDesk::open()
{
    m_window->show();
    m_reader->start();
}

void ReadingDesk::show(const QString& reference)
{
    if (m_window->isMinimized())
        m_window->showNormal();
    m_window->raise();
    m_window->activateWindow();
    if (reference.isEmpty())
        return;
    m_window->places()->go(SideList::Place::Payments);
    m_window->listPage()->filterBy(reference);
}

} // namespace onceover
