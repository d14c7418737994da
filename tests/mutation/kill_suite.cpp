// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/kill_suite.h"

#include "tests/mutation/test_as_unit.h"

#include <QMetaMethod>

#include <algorithm>
#include <map>

namespace onceover {

namespace {

struct TestClass
{
    const QMetaObject* meta = nullptr;
    std::unique_ptr<QObject> (*make)() = nullptr;
};

std::map<std::string, TestClass>& classes()
{
    static std::map<std::string, TestClass> s_classes;
    return s_classes;
}

std::map<std::string, bool (*)(const std::string&)>& others()
{
    static std::map<std::string, bool (*)(const std::string&)> s_others;
    return s_others;
}

bool isTestFunction(const QMetaMethod& method)
{
    static const std::vector<QByteArray> kOthers = {
        "initTestCase", "cleanupTestCase", "init", "cleanup", "initTestCase_data"};
    return method.methodType() == QMetaMethod::Slot && method.access() == QMetaMethod::Private
           && method.parameterCount() == 0 && !method.name().endsWith("_data")
           && std::find(kOthers.begin(), kOthers.end(), method.name()) == kOthers.end();
}

} // namespace

bool addTestClass(const QMetaObject& meta, std::unique_ptr<QObject> (*make)())
{
    const std::string name = meta.className();
    const std::size_t colon = name.rfind(':');
    return classes()
        .emplace(colon == std::string::npos ? name : name.substr(colon + 1), TestClass{&meta, make})
        .second;
}

bool KillSuite::add(const std::string& unit, bool (*run)(const std::string& unit))
{
    return others().emplace(unit, run).second;
}

std::vector<std::string> KillSuite::units()
{
    std::vector<std::string> found;
    for (const auto& [name, one] : classes()) {
        for (int i = one.meta->methodOffset(); i < one.meta->methodCount(); ++i) {
            if (isTestFunction(one.meta->method(i))) {
                found.push_back(name + "::" + one.meta->method(i).name().toStdString());
            }
        }
    }
    for (const auto& [unit, run] : others()) {
        found.push_back(unit);
    }
    return found;
}

bool KillSuite::run(const std::string& unit)
{
    if (const auto other = others().find(unit); other != others().end()) {
        return other->second(unit);
    }
    const std::size_t colons = unit.find("::");
    const auto one = classes().find(unit.substr(0, colons));
    if (one == classes().end() || colons == std::string::npos) {
        return false;
    }
    const std::unique_ptr<QObject> object = one->second.make();
    const QStringList arguments = {
        QStringLiteral("kill_suite"),
        QStringLiteral("-silent"),
        QString::fromStdString(unit.substr(colons + 2))};
    return QTest::qExec(object.get(), arguments) == 0;
}

} // namespace onceover
