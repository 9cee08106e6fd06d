// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
// What a switch costs with a program that does nothing: the floor of any that does something.
#define SEC(name) __attribute__((section(name), used))

SEC("tp_btf/sched_switch")
int empty_switch(void* ctx) { return 0; }

char LICENSE[] SEC("license") = "Dual BSD/GPL";
