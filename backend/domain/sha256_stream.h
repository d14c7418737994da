// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/sha256.h"

#include <memory>

namespace onceover {

// SHA-256 of bytes that arrive in pieces, so that a large file is hashed exactly as it is read.
class Sha256Stream
{
public:
    Sha256Stream();
    ~Sha256Stream();
    Sha256Stream(Sha256Stream&& other) noexcept;
    Sha256Stream& operator=(Sha256Stream&& other) noexcept;
    Sha256Stream(const Sha256Stream&) = delete;
    Sha256Stream& operator=(const Sha256Stream&) = delete;

    void add(std::string_view bytes);

    // Ends the stream: nothing may be added afterwards.
    Sha256 finish();

private:
    struct Context;

    std::unique_ptr<Context> m_context;
};

} // namespace onceover
