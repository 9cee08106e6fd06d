// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// Folded text on stdin becomes an SVG page on stdout. With numbers, made-up stacks do:
//   draw_flames [STACKS DEPTH]
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

#include "flame/folded.h"
#include "flame/svg.h"

namespace {

/// Distinct stacks that branch the more the deeper they are.
wbtrace::flame::StackTable made_up(unsigned stacks, unsigned depth) {
    wbtrace::flame::StackTable table;
    for (unsigned i = 0; i < stacks; ++i) {
        std::vector<wbtrace::flame::FrameId> frames;
        for (unsigned level = 0; level < depth; ++level) {
            const auto name = "function_" + std::to_string((i >> (depth - level - 1) / 2) % 9973);
            frames.push_back(table.frame(wbtrace::flame::Layer::user, name));
        }
        frames.push_back(table.frame(wbtrace::flame::Layer::kernel, "leaf_" + std::to_string(i)));
        table.add(std::move(frames), i % 97 + 1);
    }
    return table;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc == 3) {
        const auto number = [&](int i) { return static_cast<unsigned>(std::atoi(argv[i])); };
        std::cout << wbtrace::flame::to_svg(made_up(number(1), number(2)));
        return 0;
    }
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    auto table = wbtrace::flame::from_folded(text);
    if (!table) {
        std::cerr << table.error().what << "\n";
        return 1;
    }
    table->subject.title = "stacks";
    table->subject.unit = "samples";
    std::cout << wbtrace::flame::to_svg(*table);
    return 0;
}
