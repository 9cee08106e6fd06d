// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What a switch costs with programs that do nothing: the floor of any that does something.
#define SEC(name) __attribute__((section(name), used))

SEC("tp_btf/sched_switch")
int empty_switch(void* ctx) { return 0; }

SEC("tp_btf/sched_wakeup")
int empty_wakeup(void* ctx) { return 0; }

char LICENSE[] SEC("license") = "Dual BSD/GPL";
