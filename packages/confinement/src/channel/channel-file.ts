/** The place of the channel to the parent process among the open files. */
export const channelFile = 3;
