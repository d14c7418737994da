// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sandbox/sha256_hex.h"

#include <QByteArray>
#include <QCryptographicHash>

namespace onceover {

std::string sha256Hex(std::string_view bytes)
{
    const QByteArray data(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return QCryptographicHash::hash(data, QCryptographicHash::Sha256).toHex().toStdString();
}

} // namespace onceover
