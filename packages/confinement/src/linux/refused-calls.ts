const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Everything that makes or addresses a socket. The channel to the parent process exists already. */
export const socketCalls = namesIn('socket socketpair connect bind listen accept accept4');

/** What a process that only asks others never does. */
export const servingCalls = namesIn('socketpair listen accept accept4');

/**
 * Refused to every confined process. Landlock restricts opening, creating and removing files; a program needs none of
 * this for its own work.
 */
export const refusedCalls = namesIn(`
  fork vfork
  tkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_open pidfd_getfd pidfd_send_signal
  ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp move_pages migrate_pages
  setpriority ioprio_set sched_setaffinity sched_setscheduler sched_setparam sched_setattr
  chmod fchmod fchmodat chown lchown fchown fchownat utime utimes futimesat utimensat truncate
  setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
  inotify_add_watch fanotify_init fanotify_mark open_by_handle_at name_to_handle_at
  mount umount2 pivot_root chroot fsopen fsconfig fsmount fspick move_mount open_tree mount_setattr
  unshare setns quotactl quotactl_fd swapon swapoff
  bpf perf_event_open userfaultfd keyctl add_key request_key
  init_module finit_module delete_module kexec_load kexec_file_load reboot acct syslog
  settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname
  personality modify_ldt ioperm iopl uselib vhangup lookup_dcookie
  memfd_create memfd_secret
  shmget shmat shmctl semget semop semctl msgget msgsnd msgrcv msgctl mq_open mq_unlink
`);

/** Of `prctl`: names of threads and of memory. Not the signal at the end of the parent process. */
export const namingOptions = [15, 16, 0x53564d41] as const;

/** Commands of a call that would have the kernel send signals to others, or type into a terminal. */
export const refusedCommands: Readonly<Record<string, readonly number[]>> = {
  fcntl: [8, 10, 15],
  ioctl: [0x8901, 0x8902, 0x5412, 0x541c],
};

/** Reported as missing: the runtime then falls back to calls that a filter can look into. */
export const hiddenCalls = namesIn('clone3 io_uring_setup io_uring_enter io_uring_register');
