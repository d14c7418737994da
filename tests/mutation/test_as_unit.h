// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Included ahead of a test program's source: its class becomes one of many in one program, and the
// source stays as it is.
#include <QTest>

#include <memory>

namespace onceover {

// Remembers the class for kill_suite; answers true.
bool addTestClass(const QMetaObject& meta, std::unique_ptr<QObject> (*make)());

} // namespace onceover

#undef QTEST_GUILESS_MAIN
#define QTEST_GUILESS_MAIN(Class)                                                                  \
    [[maybe_unused]] static const bool kIsAdded =                                                  \
        onceover::addTestClass(Class::staticMetaObject, []() -> std::unique_ptr<QObject> {         \
            return std::make_unique<Class>();                                                      \
        });
