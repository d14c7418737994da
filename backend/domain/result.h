// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backend/domain/error.h"

#include <tl/expected.hpp>

namespace onceover {

// A value or an Error; nothing in the backend throws across a function boundary for an operating
// error.
template <typename T>
using Result = tl::expected<T, Error>;

using Failure = tl::unexpected<Error>;

} // namespace onceover
