// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/mutation/mutant.h"

#include <QString>
#include <QStringList>

#include <map>
#include <string>

namespace onceover {

// Compiles one changed file as the build compiles the original, and links the program of unit tests
// with it: its object stands before the libraries, so that theirs is never taken. Used by several
// threads.
class CppBuild
{
public:
    // Reads what the build directory says about its files.
    explicit CppBuild(const std::string& program);

    // The program with the mutant in it, or an empty text if it does not compile or link. The
    // number keeps the files of two mutants apart.
    QString build(const Mutant& mutant, int number, const QString& directory) const;

private:
    std::map<std::string, QStringList> m_compilations;
    QStringList m_link;
    std::string m_program;
};

} // namespace onceover
