// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "flame/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/printable.h"
#include "flame/box_text.h"
#include "flame/frame_tree.h"
#include "flame_page_parts.h"

namespace wbtrace::flame {

namespace {

constexpr std::uint64_t page_width = 1200;
constexpr std::uint64_t margin = 10;
constexpr std::uint64_t graph_width = page_width - 2 * margin;
constexpr std::uint64_t boxes_per_pixel = 4;
constexpr std::uint64_t row_height = 17;
constexpr std::uint64_t line_height = 19;
constexpr double box_gap = 0.5;       // between neighbours
constexpr double letter_width = 6.7;  // of 11px monospace; the script measures it

class Page {
public:
    explicit Page(const StackTable& table)
        : table_(table),
          boxes_(frame_tree(table, least_weight(table))),
          scale_(static_cast<double>(graph_width) /
                 static_cast<double>(std::max<std::uint64_t>(boxes_.front().weight, 1))) {
        for (const Box& box : boxes_) {
            rows_ = std::max<std::uint64_t>(rows_, box.depth + 1);
            if (box.depth > 0) largest_ = std::max(largest_, distance(box));
        }
        const auto lines = (table.subject.detail.empty() ? 0U : 1U) + table.subject.notes.size() +
                           (table.subject.compared ? 1U : 0U);
        top_ = margin + 2 * line_height + lines * line_height + 2 * line_height;
    }

    std::string text() {
        begin();
        head();
        controls();
        format(
            "<g id=\"boxes\" data-unit=\"{}\" data-rows=\"{}\" data-top=\"{}\" data-row=\"{}\" "
            "data-margin=\"{}\">\n",
            xml_text(table_.subject.unit), rows_, top_, row_height, margin);
        for (const Box& box : boxes_) draw(box);
        format("</g>\n<script>//<![CDATA[\n{}//]]></script>\n</svg>\n", embedded::page_js);
        return std::move(text_);
    }

private:
    static std::uint64_t least_weight(const StackTable& table) {
        const std::uint64_t places = graph_width * boxes_per_pixel;
        return (table.total() + places - 1) / places;
    }

    template <typename... Parts>
    void format(fmt::format_string<Parts...> form, Parts&&... parts) {
        fmt::format_to(std::back_inserter(text_), form, std::forward<Parts>(parts)...);
    }

    void begin() {
        const auto height = top_ + rows_ * row_height + margin;
        format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
            "viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n<style>\n{3}</style>\n"
            "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n",
            page_width, height, xml_text(title()), embedded::page_css);
    }

    [[nodiscard]] std::string title() const {
        const auto& about = table_.subject;
        std::string total = fmt::format("{} {}", grouped(table_.total()), about.unit);
        if (about.compared)
            total += fmt::format(", before {} {}", grouped(table_.base_total()), about.unit);
        return fmt::format("{}: {}", about.title, total);
    }

    /// Boxes are as wide as the new weights: what has none any more is not in the picture.
    [[nodiscard]] std::string legend() const {
        std::uint64_t gone = 0;
        for (const Stack& stack : table_.stacks())
            if (stack.weight == 0) gone += stack.base;
        std::string text = "red: more than before, blue: less";
        if (gone > 0)
            text += fmt::format("; not drawn: {} {} of before in stacks that are gone",
                                grouped(gone), table_.subject.unit);
        return text;
    }

    void line(const char* attributes, const std::string& content) {
        y_ += line_height;
        format("<text {} x=\"{}\" y=\"{}\">{}</text>\n", attributes, margin, y_, xml_text(content));
    }

    void head() {
        line("id=\"title\"", title());
        if (!table_.subject.detail.empty()) line("id=\"detail\"", table_.subject.detail);
        for (const auto& note : table_.subject.notes) line("class=\"note\"", note);
        if (table_.subject.compared) line("class=\"legend\"", legend());
    }

    void button(const char* id, std::uint64_t x, const char* label) {
        constexpr std::uint64_t width = 100;
        format(
            "<g id=\"{}\" class=\"button control\" visibility=\"hidden\"><rect x=\"{}\" "
            "y=\"{}\" width=\"{}\" height=\"24\"/><text x=\"{}\" y=\"{}\">{}</text></g>\n",
            id, x, y_ + 8, width, x + width / 2, y_ + 25, label);
    }

    void controls() {
        format(
            "<foreignObject x=\"{}\" y=\"{}\" width=\"220\" height=\"26\" class=\"control\" "
            "visibility=\"hidden\"><input xmlns=\"http://www.w3.org/1999/xhtml\" id=\"search\" "
            "type=\"search\" placeholder=\"search: text or /pattern/\"/></foreignObject>\n",
            margin, y_ + 8);
        button("turn", margin + 230, "Upside down");
        button("reset", margin + 340, "Reset zoom");
        format("<text id=\"matched\" x=\"{}\" y=\"{}\"></text>\n", margin + 452, y_ + 25);
        y_ += 2 * line_height;
        format(
            "<text id=\"info\" x=\"{}\" y=\"{}\"></text>\n"
            "<text id=\"ruler\" y=\"-20\">MMMMMMMMMM</text>\n",
            margin, y_ + line_height - 4);
    }

    void draw(const Box& box) {
        const std::string name = name_of(box, table_);
        const double width =
            box.depth == 0 ? graph_width : static_cast<double>(box.weight) * scale_;
        const double x = static_cast<double>(margin) + static_cast<double>(box.start) * scale_;
        const auto y = top_ + (rows_ - 1 - box.depth) * row_height;
        format(
            "<g class=\"{}\" data-f=\"{} {} {}\"><title>{}\n{}</title><rect x=\"{:.2f}\" "
            "y=\"{}\" width=\"{:.2f}\" height=\"{}\"/><text x=\"{:.2f}\" y=\"{}\">{}</text></g>"
            "\n",
            colour_of(box, table_, largest_), box.depth, box.start, box.weight, xml_text(name),
            xml_text(figures_of(box, table_, boxes_.front())), x, y,
            std::max(width - box_gap, box_gap), row_height - 1, x + 3, y + row_height - 5,
            xml_text(label(name, width)));
    }

    static std::string label(const std::string& name, double width) {
        const double letters = (width - 6) / letter_width;
        if (letters < 3) return {};
        const auto columns = static_cast<std::size_t>(letters);
        if (display_width(name) <= columns) return name;
        return cut(name, columns - 1) + "…";
    }

    /// As much of the name as has that many columns. Functions begin alike less often than they
    /// end alike, and so does the script cut them.
    static std::string cut(const std::string& name, std::size_t columns) {
        std::size_t bytes = std::min(name.size(), columns);
        while (bytes > 0 && (static_cast<unsigned char>(name[bytes]) & 0xc0U) == 0x80U) --bytes;
        return name.substr(0, bytes);
    }

    const StackTable& table_;
    std::vector<Box> boxes_;
    double scale_;  // pixels of one unit of weight
    std::uint64_t rows_ = 1;
    std::uint64_t largest_ = 1;
    std::uint64_t top_ = 0;
    std::uint64_t y_ = margin;
    std::string text_;
};

}  // namespace

std::string to_svg(const StackTable& table) { return Page(table).text(); }

}  // namespace wbtrace::flame
