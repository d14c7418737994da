// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace onceover {

// SIGINT and SIGTERM as an orderly end of the event loop: core, provider and cluster are stopped in
// order. One that is asked again and again dies at once. One object per process.
class EndSignals : public QObject
{
    Q_OBJECT

public:
    explicit EndSignals(QObject* parent = nullptr);
    ~EndSignals() override;

private:
    int m_fds[2] = {-1, -1};
};

} // namespace onceover
