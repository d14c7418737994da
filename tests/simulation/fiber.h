// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

namespace onceover::simulation {

// A thread of control that runs only when it is resumed and stops only where it yields: several
// cores in one thread, in an order that the seed alone decides. The body leaves no exception.
class Fiber
{
public:
    explicit Fiber(std::function<void()> body);
    // The body must be over.
    ~Fiber();

    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    // Runs the body until it yields or ends. Called by the scheduler, never by a fiber.
    void resume();
    // Back to whoever resumed. Called by the body, outside every catch block.
    void yield();

    bool isOver() const;

private:
    struct State;

    std::unique_ptr<State> m_state;
};

} // namespace onceover::simulation
