/*
 * Preloaded into a process: writes down, in order, all that the process does to the files under one folder, so that the
 * folder can be rebuilt as a disk could be found after the power went. What it sends to the network stands between, which
 * tells what had been acknowledged at any moment.
 *
 *   RECORDER_ROOT     the folder, as realpath names it
 *   RECORDER_LOG      the file that the events are appended to; it must lie elsewhere
 *   RECORDER_CONTROL  a folder in which the presence of a file changes what the calls do:
 *     skip-wal-sync   a write-ahead log is not synced, but the call succeeds
 *     fail-sync       a sync fails with EIO
 *     fail-write      a write fails with EIO
 *     fill-disk       a write fails with ENOSPC
 *     die             the process kills itself right after its next write
 *
 * Whatever changes a file is done and written down under one lock, so that the order of the events is the order of the
 * changes. A sync takes long and is not: its beginning and its end are two events. What goes past these calls (a mapping,
 * a copy within the kernel) is not seen; who reads the events must compare what they come to with the folder itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind {
  CREATED = 1, WRITTEN = 2, TRUNCATED = 3, SYNC_BEGUN = 4, SYNC_ENDED = 5, RENAMED = 6, UNLINKED = 7,
  FOLDER_MADE = 8, FOLDER_REMOVED = 9, LINKED = 10, SENT = 11,
};

/* As the reader of the events has it: little-endian, without padding. */
struct __attribute__((packed)) event_header {
  uint32_t length; /* of the whole event */
  uint32_t kind;
  uint64_t time_ns; /* CLOCK_MONOTONIC, which is the same in every process */
  uint64_t inode;
  uint64_t offset; /* of a write; the new length of a truncated file; the number of a sync */
  uint32_t first_length;
  uint32_t second_length;
};

#define SENT_BYTES_MAX 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static size_t root_length;
static char control[PATH_MAX];
static int log_file = -1;
static uint64_t syncs;

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pwritev)(int, const struct iovec *, int, off_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_truncate)(const char *, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_rename)(const char *, const char *);
static int (*real_mkdir)(const char *, mode_t);
static int (*real_link)(const char *, const char *);
static int (*real_unlinkat)(int, const char *, int);

__attribute__((constructor)) static void begin(void) {
  real_open = dlsym(RTLD_NEXT, "open");
  real_openat = dlsym(RTLD_NEXT, "openat");
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_writev = dlsym(RTLD_NEXT, "writev");
  real_pwritev = dlsym(RTLD_NEXT, "pwritev64");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_truncate = dlsym(RTLD_NEXT, "truncate64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_mkdir = dlsym(RTLD_NEXT, "mkdir");
  real_link = dlsym(RTLD_NEXT, "link");
  real_unlinkat = dlsym(RTLD_NEXT, "unlinkat");
  const char *root_name = getenv("RECORDER_ROOT");
  const char *log_name = getenv("RECORDER_LOG");
  const char *control_name = getenv("RECORDER_CONTROL");
  if (root_name == NULL || log_name == NULL || control_name == NULL) return;
  snprintf(root, sizeof root, "%s", root_name);
  snprintf(control, sizeof control, "%s", control_name);
  root_length = strlen(root);
  log_file = real_open(log_name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int is_asked(const char *what) {
  if (control[0] == '\0') return 0;
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/%s", control, what);
  int before = errno;
  int there = access(path, F_OK) == 0;
  errno = before;
  return there;
}

static int is_below_root(const char *path) {
  return root_length > 0 && strncmp(path, root, root_length) == 0 &&
         (path[root_length] == '/' || path[root_length] == '\0');
}

static void note(enum kind kind, uint64_t inode, uint64_t offset, struct iovec first, const struct iovec *parts,
                 int part_count, size_t parts_length) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  struct event_header header = {
      .length = (uint32_t)(sizeof header + first.iov_len + parts_length),
      .kind = kind,
      .time_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec,
      .inode = inode,
      .offset = offset,
      .first_length = (uint32_t)first.iov_len,
      .second_length = (uint32_t)parts_length,
  };
  /* One event is one write, so that processes that append to the same file do not mix. */
  char *event = malloc(header.length);
  if (event == NULL) abort();
  memcpy(event, &header, sizeof header);
  size_t at = sizeof header;
  if (first.iov_len > 0) memcpy(event + at, first.iov_base, first.iov_len);
  at += first.iov_len;
  for (int part = 0; part < part_count && at < header.length; part += 1) {
    size_t length = parts[part].iov_len < header.length - at ? parts[part].iov_len : header.length - at;
    memcpy(event + at, parts[part].iov_base, length);
    at += length;
  }
  if (real_write(log_file, event, header.length) != (ssize_t)header.length) abort();
  free(event);
}

static void note_path(enum kind kind, uint64_t inode, uint64_t offset, const char *path, const char *other) {
  struct iovec first = {(void *)path, strlen(path)};
  struct iovec second = {(void *)other, other == NULL ? 0 : strlen(other)};
  note(kind, inode, offset, first, &second, 1, second.iov_len);
}

/* The path of an open file; 0 where it is none of ours. */
static int is_ours(int file, struct stat *found, char *path) {
  if (log_file < 0 || fstat(file, found) != 0) return 0;
  if (!S_ISREG(found->st_mode) && !S_ISDIR(found->st_mode)) return 0;
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ssize_t length = readlink(name, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return is_below_root(path);
}

/* The folder of a path as realpath names it, and its last name; 0 where it is not below the root. */
static int resolve(const char *path, char *resolved) {
  if (log_file < 0 || path == NULL) return 0;
  int before = errno;
  char copy[PATH_MAX], folder[PATH_MAX];
  snprintf(copy, sizeof copy, "%s", path);
  size_t length = strlen(copy);
  while (length > 1 && copy[length - 1] == '/') copy[--length] = '\0';
  char *slash = strrchr(copy, '/');
  const char *last = slash == NULL ? copy : slash + 1;
  const char *folder_name = slash == NULL ? "." : slash == copy ? "/" : copy;
  if (slash != NULL && slash != copy) *slash = '\0';
  int ok = realpath(folder_name, folder) != NULL && strlen(folder) + strlen(last) + 2 < PATH_MAX;
  if (ok) {
    strcpy(resolved, folder);
    strcat(resolved, "/");
    strcat(resolved, last);
    ok = is_below_root(resolved);
  }
  errno = before;
  return ok;
}

static uint64_t inode_at(const char *path) {
  struct stat found;
  int before = errno;
  uint64_t inode = lstat(path, &found) == 0 ? found.st_ino : 0;
  errno = before;
  return inode;
}

static int open_noted(int folder, const char *path, int flags, mode_t mode) {
  char resolved[PATH_MAX];
  int changes = (flags & (O_CREAT | O_TRUNC)) != 0;
  if (!changes || !resolve(path, resolved)) return real_openat(folder, path, flags, mode);
  pthread_mutex_lock(&lock);
  int was_there = inode_at(resolved) != 0;
  int file = real_openat(folder, path, flags, mode);
  if (file >= 0) {
    uint64_t inode = inode_at(resolved);
    if (!was_there) note_path(CREATED, inode, 0, resolved, NULL);
    else if ((flags & O_TRUNC) != 0) note_path(TRUNCATED, inode, 0, resolved, NULL);
  }
  pthread_mutex_unlock(&lock);
  return file;
}

#define OPEN_MODE(flags) \
  mode_t mode = 0; \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

int open(const char *path, int flags, ...) { OPEN_MODE(flags) return open_noted(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { OPEN_MODE(flags) return open_noted(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { OPEN_MODE(flags) return open_noted(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { OPEN_MODE(flags) return open_noted(folder, path, flags, mode); }
int creat(const char *path, mode_t mode) { return open_noted(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

/* A response is acknowledged from the moment it is handed to the network, not from when somebody has read it. */
static void note_sent(int file, const struct stat *found, const struct iovec *parts, int count, size_t length) {
  if (!S_ISSOCK(found->st_mode) || count == 0) return;
  if (parts[0].iov_len < 9 || memcmp(parts[0].iov_base, "HTTP/1.1 ", 9) != 0) return;
  struct iovec nothing = {NULL, 0};
  pthread_mutex_lock(&lock);
  note(SENT, (uint64_t)file, 0, nothing, parts, count, length < SENT_BYTES_MAX ? length : SENT_BYTES_MAX);
  pthread_mutex_unlock(&lock);
}

/* offset -1: where the file stands. */
static ssize_t write_noted(int file, const struct iovec *parts, int count, off_t offset) {
  struct stat found;
  char path[PATH_MAX];
  size_t length = 0;
  for (int part = 0; part < count; part += 1) length += parts[part].iov_len;
  if (log_file < 0 || !is_ours(file, &found, path) || !S_ISREG(found.st_mode)) {
    if (log_file >= 0 && fstat(file, &found) == 0) note_sent(file, &found, parts, count, length);
    if (offset >= 0) return count == 1 ? real_pwrite(file, parts->iov_base, parts->iov_len, offset) : real_pwritev(file, parts, count, offset);
    return count == 1 ? real_write(file, parts->iov_base, parts->iov_len) : real_writev(file, parts, count);
  }
  if (is_asked("fail-write")) { errno = EIO; return -1; }
  if (is_asked("fill-disk")) { errno = ENOSPC; return -1; }
  pthread_mutex_lock(&lock);
  off_t at = offset;
  if (at < 0) {
    int appends = (fcntl(file, F_GETFL) & O_APPEND) != 0;
    if (appends) fstat(file, &found);
    at = appends ? found.st_size : lseek(file, 0, SEEK_CUR);
  }
  ssize_t done = offset >= 0 ? real_pwritev(file, parts, count, offset) : real_writev(file, parts, count);
  struct iovec name = {path, strlen(path)};
  if (done > 0) note(WRITTEN, found.st_ino, (uint64_t)at, name, parts, count, (size_t)done);
  if (done > 0 && is_asked("die")) kill(getpid(), SIGKILL);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t write(int file, const void *bytes, size_t length) {
  struct iovec part = {(void *)bytes, length};
  return write_noted(file, &part, 1, -1);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  struct iovec part = {(void *)bytes, length};
  return write_noted(file, &part, 1, offset);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  struct iovec part = {(void *)bytes, length};
  return write_noted(file, &part, 1, offset);
}
ssize_t writev(int file, const struct iovec *parts, int count) { return write_noted(file, parts, count, -1); }
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) { return write_noted(file, parts, count, offset); }
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) { return write_noted(file, parts, count, offset); }

static int ftruncate_noted(int file, off_t length) {
  struct stat found;
  char path[PATH_MAX];
  if (!is_ours(file, &found, path)) return real_ftruncate(file, length);
  pthread_mutex_lock(&lock);
  int failed = real_ftruncate(file, length);
  if (!failed) note_path(TRUNCATED, found.st_ino, (uint64_t)length, path, NULL);
  pthread_mutex_unlock(&lock);
  return failed;
}
int ftruncate(int file, off_t length) { return ftruncate_noted(file, length); }
int ftruncate64(int file, off64_t length) { return ftruncate_noted(file, length); }

static int truncate_noted(const char *path, off_t length) {
  char resolved[PATH_MAX];
  if (!resolve(path, resolved)) return real_truncate(path, length);
  pthread_mutex_lock(&lock);
  int failed = real_truncate(path, length);
  if (!failed) note_path(TRUNCATED, inode_at(resolved), (uint64_t)length, resolved, NULL);
  pthread_mutex_unlock(&lock);
  return failed;
}
int truncate(const char *path, off_t length) { return truncate_noted(path, length); }
int truncate64(const char *path, off64_t length) { return truncate_noted(path, length); }

static int sync_noted(int file, int (*real_sync)(int)) {
  struct stat found;
  char path[PATH_MAX];
  if (!is_ours(file, &found, path)) return real_sync(file);
  size_t length = strlen(path);
  if (length > 4 && strcmp(path + length - 4, "-wal") == 0 && is_asked("skip-wal-sync")) return 0;
  if (is_asked("fail-sync")) { errno = EIO; return -1; }
  pthread_mutex_lock(&lock);
  uint64_t number = ((uint64_t)getpid() << 32) | ++syncs;
  note_path(SYNC_BEGUN, found.st_ino, number, path, NULL);
  pthread_mutex_unlock(&lock);
  int failed = real_sync(file);
  pthread_mutex_lock(&lock);
  if (!failed) note_path(SYNC_ENDED, found.st_ino, number, path, NULL);
  pthread_mutex_unlock(&lock);
  return failed;
}
int fsync(int file) { return sync_noted(file, real_fsync); }
int fdatasync(int file) { return sync_noted(file, real_fdatasync); }

int rename(const char *from, const char *to) {
  char resolved_from[PATH_MAX], resolved_to[PATH_MAX];
  if (!resolve(from, resolved_from) || !resolve(to, resolved_to)) return real_rename(from, to);
  pthread_mutex_lock(&lock);
  int failed = real_rename(from, to);
  if (!failed) note_path(RENAMED, inode_at(resolved_to), 0, resolved_from, resolved_to);
  pthread_mutex_unlock(&lock);
  return failed;
}

int link(const char *from, const char *to) {
  char resolved_from[PATH_MAX], resolved_to[PATH_MAX];
  if (!resolve(from, resolved_from) || !resolve(to, resolved_to)) return real_link(from, to);
  pthread_mutex_lock(&lock);
  int failed = real_link(from, to);
  if (!failed) note_path(LINKED, inode_at(resolved_to), 0, resolved_from, resolved_to);
  pthread_mutex_unlock(&lock);
  return failed;
}

int mkdir(const char *path, mode_t mode) {
  char resolved[PATH_MAX];
  if (!resolve(path, resolved)) return real_mkdir(path, mode);
  pthread_mutex_lock(&lock);
  int failed = real_mkdir(path, mode);
  if (!failed) note_path(FOLDER_MADE, inode_at(resolved), 0, resolved, NULL);
  pthread_mutex_unlock(&lock);
  return failed;
}

/* `folder` is where a relative path begins. */
static int remove_noted(int folder, const char *path, int flags) {
  char from_folder[PATH_MAX], resolved[PATH_MAX];
  const char *name = path;
  if (folder != AT_FDCWD && path[0] != '/') {
    snprintf(from_folder, sizeof from_folder, "/proc/self/fd/%d/%s", folder, path);
    name = from_folder;
  }
  if (!resolve(name, resolved)) return real_unlinkat(folder, path, flags);
  pthread_mutex_lock(&lock);
  uint64_t inode = inode_at(resolved);
  int failed = real_unlinkat(folder, path, flags);
  if (!failed) note_path((flags & AT_REMOVEDIR) != 0 ? FOLDER_REMOVED : UNLINKED, inode, 0, resolved, NULL);
  pthread_mutex_unlock(&lock);
  return failed;
}
int unlinkat(int folder, const char *path, int flags) { return remove_noted(folder, path, flags); }
int unlink(const char *path) { return remove_noted(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return remove_noted(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  struct stat found;
  if (lstat(path, &found) != 0) return -1;
  return remove_noted(AT_FDCWD, path, S_ISDIR(found.st_mode) ? AT_REMOVEDIR : 0);
}
