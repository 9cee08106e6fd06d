/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/* Included by types.h. */

struct super_block {
    u32 s_dev;
    struct block_device *s_bdev;
    struct backing_dev_info *s_bdi;
};

struct hlist_node {
    struct hlist_node *next;
};

struct hlist_head {
    struct hlist_node *first;
};

struct inode {
    unsigned short i_mode;
    unsigned long i_ino;
    u32 i_generation;
    u32 i_rdev;
    struct super_block *i_sb;
    struct address_space *i_mapping;
    struct hlist_head i_dentry;
};

struct qstr {
    const unsigned char *name;
};

struct hlist_bl_node {
    struct hlist_bl_node **pprev;
};

struct dentry {
    struct hlist_bl_node d_hash;
    struct dentry *d_parent;
    struct inode *d_inode;
    struct qstr d_name;
};

/* In 5.10 to 6.18. */
struct dentry___with_union {
    union {
        struct hlist_node d_alias;
    } d_u;
};

/* In 7.3. */
struct dentry___with_alias {
    struct hlist_node d_alias;
};

/* The inode of a block device stands beside the device: local to one source file. */
struct bdev_inode {
    struct block_device bdev;
    struct inode vfs_inode;
};

struct xarray {
    unsigned int xa_flags;
};

struct address_space {
    struct inode *host;
    struct xarray i_pages;
    unsigned long nrpages;
};

/* From a page of a process's memory to the process. */
struct mm_struct;

/* With CONFIG_MEMCG. */
struct mm_struct___with_owner {
    struct task_struct *owner;
};

struct vm_area_struct {
    struct mm_struct *vm_mm;
};

struct rb_node {
    struct rb_node *rb_right;
};

struct rb_root {
    struct rb_node *rb_node;
};

struct rb_root_cached {
    struct rb_root rb_root;
};

struct anon_vma {
    struct rb_root_cached rb_root;
};

struct anon_vma_chain {
    struct vm_area_struct *vma;
    struct rb_node rb;
};

struct page {
    struct address_space *mapping;
};

/* Up to 6.18. */
struct page___with_head {
    unsigned long compound_head;
};

/* In 7.3. */
struct page___with_info {
    unsigned long compound_info;
};

/* Kernels before 6.18. */
struct page___plain_flags {
    unsigned long flags;
};

typedef struct {
    unsigned long f;
} memdesc_flags_t;

/* Kernels from 6.18 on. */
struct page___flags_struct {
    memdesc_flags_t flags;
};

/* In 6.1 to 6.12. */
struct folio___with_folio_nr {
    unsigned int _folio_nr_pages;
};

/* In 6.18 and 7.3, with CONFIG_MEMCG or CONFIG_SLAB_OBJ_EXT. */
struct folio___with_nr {
    unsigned int _nr_pages;
};

/* In 5.10 to 6.1: in the second page of a compound one. */
struct page___with_compound_nr {
    unsigned int compound_nr;
};

enum pageflags { PG_head = 6 };
