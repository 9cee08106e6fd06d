// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
//
// The words in which interval_fields.h says what becomes of each figure.
#pragma once

#include <concepts>
#include <tuple>
#include <type_traits>
#include <utility>

#include "model/snapshot.h"

namespace wbtrace::analysis {

template <typename T>
struct Latest {
    T& value;
};
template <typename T>
struct Key {
    T& value;
};

template <typename T>
Latest<T> latest(T& value) {
    return {value};
}
template <typename T>
Key<T> key(T& value) {
    return {value};
}
template <typename... Members>
std::tuple<Members...> listed(Members&&... members) {
    return {std::forward<Members>(members)...};
}

/// The struct or its const form.
template <typename Struct, typename Of>
concept Either = std::same_as<std::remove_const_t<Struct>, Of>;

/// What happens to a row in which nothing happened.
enum class IdleRow {
    stays,
    vanishes,
    vanishes_when_known,  ///< a row without counts: it stays only if it is new
};

template <typename Row>
constexpr IdleRow idle_row() {
    return IdleRow::vanishes;
}
template <>
constexpr IdleRow idle_row<model::DeviceFigures>() {
    return IdleRow::stays;
}
template <>
constexpr IdleRow idle_row<model::ProbeFigures>() {
    return IdleRow::stays;
}
template <>
constexpr IdleRow idle_row<model::Loss>() {
    return IdleRow::stays;
}
template <>
constexpr IdleRow idle_row<model::WritebackWork>() {
    return IdleRow::vanishes_when_known;
}
template <>
constexpr IdleRow idle_row<model::SlowSync>() {
    return IdleRow::vanishes_when_known;
}

/// Rows stand largest first, those of one weight in the order of the newer snapshot.
template <typename Row>
std::uint64_t weight(const Row&) {
    return 0;
}
inline std::uint64_t weight(const model::ThrottledProcess& row) { return row.pause_ns.sum(); }
inline std::uint64_t weight(const model::ThrottledDevice& row) { return row.pause_ns.sum(); }
inline std::uint64_t weight(const model::WritebackReason& row) { return row.pages; }
inline std::uint64_t weight(const model::KindFigures& row) { return row.bytes; }
inline std::uint64_t weight(const model::SlowSync& row) { return row.duration_ns; }
template <typename Row>
requires std::derived_from<Row, model::AttributionRow> std::uint64_t weight(const Row& row) {
    return row.role == model::RowRole::other ? 0 : row.weight();  // that one stands last
}

template <typename Member>
constexpr std::size_t held_bytes = sizeof(Member);
template <typename T>
constexpr std::size_t held_bytes<Latest<T>> = sizeof(T);
template <typename T>
constexpr std::size_t held_bytes<Key<T>> = sizeof(T);

/// What the members of a list take together.
template <typename Listed>
constexpr std::size_t bytes_of() {
    return []<typename... Members>(std::type_identity<std::tuple<Members...>>) {
        return (held_bytes<std::remove_reference_t<Members>> + ...);
    }(std::type_identity<Listed>());
}

}  // namespace wbtrace::analysis
