// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/core/random_id_source.h"

#include <array>
#include <cstdlib>

#include <sys/random.h>

namespace onceover {

Uuid RandomIdSource::next()
{
    std::array<std::uint8_t, 10> random{};
    if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
        std::abort();
    return Uuid::version7(m_clock.nowUs() / 1000, random);
}

} // namespace onceover
