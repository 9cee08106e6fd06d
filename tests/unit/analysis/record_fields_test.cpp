// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#include "analysis/record_fields.h"

#include <string>

#include "tests/catch.h"
#include "tests/records.h"

using namespace wbtrace;

TEST_CASE("operations have the same numbers on both sides, unknown ones are other") {
    wb_request_done record{};
    for (int op = 0; op < 256; ++op) {
        record.op = static_cast<__u8>(op);
        const auto index = analysis::index_of(analysis::op_of(record));
        CHECK(index == static_cast<std::size_t>(op < WB_OP_COUNT ? op : int{WB_OP_OTHER}));
    }
}

TEST_CASE("slots outside the device table are none") {
    wb_request_done record{};
    record.device_slot = WB_MAX_DEVICES - 1;
    CHECK(analysis::slot_of(record) == WB_MAX_DEVICES - 1U);
    record.device_slot = WB_MAX_DEVICES;
    CHECK_FALSE(analysis::slot_of(record).has_value());
}

TEST_CASE("text ends at the first NUL or with its field") {
    __u8 field[4] = {'a', 'b', 0, 'c'};
    CHECK(analysis::text_of(field) == "ab");
    field[2] = 0xff;
    CHECK(analysis::text_of(field) ==
          "ab\xff"
          "c");
    field[0] = 0;
    CHECK(analysis::text_of(field).empty());
}

TEST_CASE("device numbers have 12 bits of major and 20 of minor") {
    CHECK(analysis::dev_text((8U << 20) + 17) == "8:17");
    CHECK(analysis::dev_text(UINT32_MAX) == "4095:1048575");
    CHECK(analysis::dev_text(0) == "0:0");
}
