// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
#pragma once

#include "exports/columns.h"
#include "exports/request_letters.h"

namespace wbtrace::exports {

template <typename To>
void dirtier_columns(const wb_request_done& record, To& to) {
    const bool known = analysis::has_flag(record, WB_REQUEST_DIRTIER_KNOWN);
    const bool charged = known || analysis::has_flag(record, WB_REQUEST_SUBMITTED);
    to.flag("submitted_by_dirtier", analysis::has_flag(record, WB_REQUEST_SUBMITTED));
    to.number("dirtier_tgid", known_if(charged, record.dirtier_tgid));
    to.number("dirtier_pid", known_if(charged, record.dirtier_pid));
    to.number("dirtier_cgroup_id", known_if(charged, record.dirtier_cgroup_id));
}

template <typename To>
void columns(const wb_request_done& record, const Names& names, To& to) {
    const auto has = [&](wb_request_flag flag) { return analysis::has_flag(record, flag); };
    header_columns(record.header, names, to);
    to.text("dev", analysis::dev_text(record.dev));
    to.text("device", names.device(record.dev));
    to.text("op", model::op_names[analysis::index_of(analysis::op_of(record))]);
    to.text("rwbs", letters_of(record, names.context().request_bits));
    to.number("cmd_flags", record.cmd_flags);
    to.number("sector", known_if(record.sector != UINT64_MAX, record.sector));
    to.number("bytes", record.bytes);
    to.number("done_bytes", record.done_bytes);
    to.number("queued_ns", stamp(names, record.queued_ns));
    to.number("issued_ns",
              has(WB_REQUEST_BIO_BASED) ? std::nullopt : stamp(names, record.issued_ns));
    to.number("bios", known_if(record.bios != WB_BIOS_MANY, record.bios));
    to.number("segments", record.segments);
    to.number("requeues", record.requeues);
    to.number("error", record.error);
    to.number("issuer_tgid", record.issuer_tgid);
    to.number("issuer_pid", record.issuer_pid);
    to.text("issuer_comm", analysis::text_of(record.issuer_comm));
    to.flag("issuer_kthread", has(WB_REQUEST_ISSUER_KTHREAD));
    to.flag("issuer_in_scope", has(WB_REQUEST_ISSUER_IN_SCOPE));
    cgroup_columns(record.cgroup_id, names, to);
    to.number("charged_cgroup_id", known_if(record.bio_cgroup_id != 0, record.bio_cgroup_id));
    inode_columns(has(WB_REQUEST_INODE_KNOWN), record.inode_dev, record.inode, record.generation,
                  names, to);
    dirtier_columns(record, to);
    to.flag("dirtier_in_scope", has(WB_REQUEST_DIRTIER_IN_SCOPE));
    to.flag("direct", has(WB_REQUEST_DIRECT));
    to.flag("bio_based", has(WB_REQUEST_BIO_BASED));
    to.flag("partial", has(WB_REQUEST_PARTIAL));
    to.flag("after_command", has(WB_REQUEST_AFTER_COMMAND));
    to.flag("from_above", has(WB_REQUEST_FROM_ABOVE));
}

template <typename To>
void columns(const wb_bio_remapped& record, const Names& names, To& to) {
    header_columns(record.header, names, to);
    to.text("upper_dev", analysis::dev_text(record.upper_dev));
    to.text("upper_device", names.device(record.upper_dev));
    to.number("upper_sector", record.upper_sector);
    to.text("lower_dev", analysis::dev_text(record.lower_dev));
    to.text("lower_device", names.device(record.lower_dev));
    to.number("lower_sector", record.lower_sector);
    to.number("bytes", record.bytes);
    to.number("cmd_flags", record.cmd_flags);
}

}  // namespace wbtrace::exports
