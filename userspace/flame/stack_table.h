// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wbtrace::flame {

/// What a frame is.
enum class Layer : std::uint8_t {
    task,    ///< a process, or a thread of it
    user,    ///< a function of the program or of a library
    gap,     ///< "-": between those of the program and those of the kernel
    kernel,  ///< a function of the kernel
};

/// A frame by its name, as the binary or the kernel has it: any bytes. Each writer escapes.
struct Frame {
    std::string name;
    Layer layer = Layer::user;
    friend auto operator<=>(const Frame&, const Frame&) = default;
};

using FrameId = std::uint32_t;  ///< index into StackTable::frames()

struct Stack {
    std::vector<FrameId> frames;  ///< outermost first: the process, its functions, the kernel's
    std::uint64_t weight = 0;     ///< in the table's unit
    std::uint64_t base = 0;       ///< weight in the table compared with; 0 without one
};

/// What the weights are.
struct Subject {
    std::string title;               ///< "time in dirty throttling"
    std::string unit;                ///< "µs"; of the weights
    std::string detail = {};         ///< the command, or what was compared; may be empty
    std::vector<std::string> notes;  ///< what is missing, such as stacks that found no room
    bool compared = false;           ///< Stack::base has a meaning
};

/// Distinct stacks with a weight each: what a flame graph shows, wherever it comes from (a trace, a
/// recording, a folded file).
class StackTable {
public:
    Subject subject;

    /// A name without any bytes becomes "[unnamed]".
    FrameId frame(Layer layer, std::string_view name);
    /// Weights of stacks that are already there are added up. A stack without frames is nobody's
    /// and gets the frame "[unknown]".
    void add(std::vector<FrameId> frames, std::uint64_t weight, std::uint64_t base = 0);

    [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
    [[nodiscard]] const std::vector<Stack>& stacks() const { return stacks_; }
    [[nodiscard]] std::uint64_t total() const;
    [[nodiscard]] std::uint64_t base_total() const;

    /// The stacks in the order of their frames' names: that of all outputs, so that equal tables
    /// give equal files. Pointers into this table.
    [[nodiscard]] std::vector<const Stack*> in_order() const;

private:
    struct HashFrames {
        std::size_t operator()(const std::vector<FrameId>& frames) const;
    };

    std::map<Frame, FrameId> ids_;
    std::vector<Frame> frames_;
    std::vector<Stack> stacks_;
    std::unordered_map<std::vector<FrameId>, std::size_t, HashFrames> places_;
};

}  // namespace wbtrace::flame
