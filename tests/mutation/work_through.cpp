// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/mutation/work_through.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>
#include <vector>

namespace onceover {

void workThrough(
    std::size_t count,
    const MutationOptions& options,
    const std::function<void(std::size_t index)>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    const auto isTimeOver = [&] {
        return options.minutes
               && std::chrono::steady_clock::now() - begin > std::chrono::minutes(*options.minutes);
    };
    std::atomic<std::size_t> next = 0;
    const auto worker = [&] {
        while (!isTimeOver()) {
            const std::size_t index = next++;
            if (index >= count) {
                return;
            }
            work(index);
        }
    };
    std::vector<std::thread> others;
    for (int i = 1; i < options.jobs; ++i) {
        others.emplace_back(worker);
    }
    worker();
    for (std::thread& other : others) {
        other.join();
    }
    const std::size_t begun = std::min(next.load(), count);
    if (begun < count) {
        std::printf("not run for want of time: %zu of %zu\n", count - begun, count);
    }
}

} // namespace onceover
