// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/fiber.h"

#include <cstddef>
#include <cstdlib>
#include <utility>
#include <vector>

#include <sys/mman.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#    define ONCEOVER_ASAN_FIBERS
#elif defined(__has_feature)
#    if __has_feature(address_sanitizer)
#        define ONCEOVER_ASAN_FIBERS
#    endif
#endif
#if defined(__SANITIZE_THREAD__)
#    define ONCEOVER_TSAN_FIBERS
#elif defined(__has_feature)
#    if __has_feature(thread_sanitizer)
#        define ONCEOVER_TSAN_FIBERS
#    endif
#endif

#ifdef ONCEOVER_ASAN_FIBERS
#    include <sanitizer/asan_interface.h>
#    include <sanitizer/common_interface_defs.h>
#endif
#ifdef ONCEOVER_TSAN_FIBERS
#    include <sanitizer/tsan_interface.h>
#endif

namespace onceover::simulation {

namespace {

#ifdef ONCEOVER_ASAN_FIBERS
constexpr std::size_t kStackBytes = 2 * 1024 * 1024;
#else
constexpr std::size_t kStackBytes = 512 * 1024;
#endif

// Stacks are used again: a schedule starts a fiber for every process of every core.
std::vector<void*>& freeStacks()
{
    static std::vector<void*> stacks;
    return stacks;
}

void* takeStack()
{
    auto& stacks = freeStacks();
    if (!stacks.empty()) {
        void* stack = stacks.back();
        stacks.pop_back();
        return stack;
    }
    void* stack = ::mmap(
        nullptr,
        kStackBytes,
        PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK,
        -1,
        0);
    // The lowest page stays forbidden: whoever runs over the end is stopped there.
    if (stack == MAP_FAILED || ::mprotect(stack, 4096, PROT_NONE) != 0)
        std::abort();
    return stack;
}

} // namespace

struct Fiber::State
{
    std::function<void()> body;
    void* stack = nullptr;
    ucontext_t own{};
    ucontext_t scheduler{};
    bool isOver = false;
    void* fakeStack = nullptr;
    const void* schedulerStack = nullptr;
    std::size_t schedulerStackBytes = 0;
    void* sanitizerFiber = nullptr;
    void* sanitizerScheduler = nullptr;

    void enter();
    void leave(bool isForGood);
    void arrive(void* fake);
    static void run(unsigned high, unsigned low);
};

void Fiber::State::enter()
{
#ifdef ONCEOVER_ASAN_FIBERS
    void* fake = nullptr;
    __sanitizer_start_switch_fiber(&fake, stack, kStackBytes);
#endif
#ifdef ONCEOVER_TSAN_FIBERS
    sanitizerScheduler = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(sanitizerFiber, 0);
#endif
    ::swapcontext(&scheduler, &own);
#ifdef ONCEOVER_ASAN_FIBERS
    __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
}

void Fiber::State::leave([[maybe_unused]] bool isForGood)
{
#ifdef ONCEOVER_ASAN_FIBERS
    __sanitizer_start_switch_fiber(
        isForGood ? nullptr : &fakeStack, schedulerStack, schedulerStackBytes);
#endif
#ifdef ONCEOVER_TSAN_FIBERS
    __tsan_switch_to_fiber(sanitizerScheduler, 0);
#endif
    ::swapcontext(&own, &scheduler);
    arrive(fakeStack);
}

void Fiber::State::arrive([[maybe_unused]] void* fake)
{
#ifdef ONCEOVER_ASAN_FIBERS
    __sanitizer_finish_switch_fiber(fake, &schedulerStack, &schedulerStackBytes);
#endif
}

// makecontext hands over ints only: the address comes in two halves.
void Fiber::State::run(unsigned high, unsigned low)
{
    const auto address = (static_cast<std::uintptr_t>(high) << 32U) | low;
    auto* state = reinterpret_cast<State*>(address);
    state->arrive(nullptr);
    state->body();
    state->isOver = true;
    state->leave(true);
}

Fiber::Fiber(std::function<void()> body)
    : m_state(std::make_unique<State>())
{
    m_state->body = std::move(body);
    m_state->stack = takeStack();
#ifdef ONCEOVER_TSAN_FIBERS
    m_state->sanitizerFiber = __tsan_create_fiber(0);
#endif
    ::getcontext(&m_state->own);
    m_state->own.uc_stack.ss_sp = m_state->stack;
    m_state->own.uc_stack.ss_size = kStackBytes;
    m_state->own.uc_link = nullptr;
    const auto address = reinterpret_cast<std::uintptr_t>(m_state.get());
    ::makecontext(
        &m_state->own,
        reinterpret_cast<void (*)()>(&State::run),
        2,
        static_cast<unsigned>(address >> 32U),
        static_cast<unsigned>(address & 0xffffffffU));
}

Fiber::~Fiber()
{
    if (!m_state->isOver)
        std::abort();
#ifdef ONCEOVER_TSAN_FIBERS
    __tsan_destroy_fiber(m_state->sanitizerFiber);
#endif
#ifdef ONCEOVER_ASAN_FIBERS
    // What the last body left poisoned belongs to nobody any more.
    __asan_unpoison_memory_region(static_cast<char*>(m_state->stack) + 4096, kStackBytes - 4096);
#endif
    freeStacks().push_back(m_state->stack);
}

void Fiber::resume()
{
    m_state->enter();
}

void Fiber::yield()
{
    m_state->leave(false);
}

bool Fiber::isOver() const
{
    return m_state->isOver;
}

} // namespace onceover::simulation
