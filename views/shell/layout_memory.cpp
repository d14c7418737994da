// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shell/layout_memory.h"

#include "views/sheet/sheet_view.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QSettings>
#include <QSplitter>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace onceover {

namespace {

constexpr int kVersion = 1;
constexpr int kOwnerDigits = 32;
constexpr int kLeastWindowPx = 320;
constexpr int kMostPx = 16'384;
constexpr int kMostGeometryBytes = 512;

QString versionKey()
{
    return QStringLiteral("version");
}

QString geometryKey()
{
    return QStringLiteral("geometry");
}

QString keyOf(const QString& kind, const QWidget& widget)
{
    return kind + QLatin1Char('/') + widget.objectName();
}

bool isNamed(const QWidget& widget)
{
    return !widget.objectName().isEmpty() && !widget.objectName().startsWith(QLatin1String("qt_"));
}

// Comma-separated pixels; empty where anything is no number in bounds or their count is another.
QList<int> pixelsOf(const QSettings& settings, const QString& key, qsizetype count)
{
    const QStringList words = settings.value(key).toStringList();
    QList<int> pixels;
    if (words.size() != count)
        return pixels;
    for (const QString& word : words) {
        bool isNumber = false;
        const int value = word.toInt(&isNumber);
        if (!isNumber || value < 0 || value > kMostPx)
            return {};
        pixels << value;
    }
    return pixels;
}

QStringList wordsOf(const QList<int>& pixels)
{
    QStringList words;
    for (const int value : pixels)
        words << QString::number(value);
    return words;
}

// QSettings reads almost any bytes without complaint; a file without a version in it is not ours.
int versionOf(const QSettings& settings)
{
    return settings.status() == QSettings::NoError ? settings.value(versionKey(), 0).toInt() : 0;
}

} // namespace

LayoutMemory::LayoutMemory(QString file, const QString& owner)
    : m_file(std::move(file))
{
    if (!owner.isEmpty())
        m_group =
            QString::fromLatin1(QCryptographicHash::hash(owner.toUtf8(), QCryptographicHash::Sha256)
                                    .toHex()
                                    .left(kOwnerDigits));
}

QString LayoutMemory::defaultFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/onceover/layout.ini");
}

void LayoutMemory::restore(QWidget& window) const
{
    if (m_group.isEmpty() || !QFileInfo::exists(m_file))
        return;
    QSettings settings(m_file, QSettings::IniFormat);
    if (versionOf(settings) != kVersion)
        return;
    settings.beginGroup(m_group);
    restoreGeometry(settings, window);
    for (QSplitter* splitter : window.findChildren<QSplitter*>()) {
        const QList<int> sizes =
            pixelsOf(settings, keyOf(QStringLiteral("split"), *splitter), splitter->count());
        if (isNamed(*splitter) && std::count(sizes.begin(), sizes.end(), 0) < sizes.size())
            splitter->setSizes(sizes);
    }
    restoreColumns(settings, window);
}

void LayoutMemory::restoreGeometry(const QSettings& settings, QWidget& window)
{
    const QByteArray geometry = settings.value(geometryKey()).toByteArray();
    if (geometry.isEmpty() || geometry.size() > kMostGeometryBytes)
        return;
    const QSize before = window.size();
    window.restoreGeometry(geometry);
    const QSize now = window.size();
    if (std::min(now.width(), now.height()) < kLeastWindowPx
        || std::max(now.width(), now.height()) > kMostPx)
        window.resize(before);
}

void LayoutMemory::restoreColumns(const QSettings& settings, QWidget& window)
{
    for (SheetView* table : window.findChildren<SheetView*>()) {
        QHeaderView* header = table->horizontalHeader();
        const QList<int> widths =
            pixelsOf(settings, keyOf(QStringLiteral("columns"), *table), header->count());
        if (!isNamed(*table))
            continue;
        for (int column = 0; column < widths.size(); ++column) {
            // Zero was hidden; a column that takes what is left has no width of its own.
            if (widths.at(column) >= header->minimumSectionSize()
                && header->sectionResizeMode(column) == QHeaderView::Interactive)
                header->resizeSection(column, widths.at(column));
        }
    }
}

bool LayoutMemory::save(const QWidget& window) const
{
    if (m_group.isEmpty())
        return true;
    if (!QDir().mkpath(QFileInfo(m_file).absolutePath()))
        return false;
    QSettings settings(m_file, QSettings::IniFormat);
    const int version = versionOf(settings);
    if (version > kVersion)
        return false;
    // Widths are no loss: what cannot be read is begun anew.
    if (version < kVersion)
        settings.clear();
    settings.setValue(versionKey(), kVersion);
    settings.beginGroup(m_group);
    settings.setValue(geometryKey(), window.saveGeometry());
    for (const QSplitter* splitter : window.findChildren<QSplitter*>()) {
        const QList<int> sizes = splitter->sizes();
        // One that was never laid out has no sizes worth keeping.
        if (isNamed(*splitter) && std::count(sizes.begin(), sizes.end(), 0) < sizes.size())
            settings.setValue(keyOf(QStringLiteral("split"), *splitter), wordsOf(sizes));
    }
    saveColumns(settings, window);
    settings.endGroup();
    settings.sync();
    return settings.status() == QSettings::NoError;
}

void LayoutMemory::saveColumns(QSettings& settings, const QWidget& window)
{
    for (const SheetView* table : window.findChildren<SheetView*>()) {
        const QHeaderView* header = table->horizontalHeader();
        if (!isNamed(*table) || header->count() == 0)
            continue;
        const QString key = keyOf(QStringLiteral("columns"), *table);
        // A column that is hidden in the list shown last keeps the width it had before.
        const QList<int> before = pixelsOf(settings, key, header->count());
        QList<int> widths;
        for (int column = 0; column < header->count(); ++column)
            widths
                << (header->isSectionHidden(column) ? before.value(column, 0)
                                                    : header->sectionSize(column));
        settings.setValue(key, wordsOf(widths));
    }
}

} // namespace onceover
