/** The confined end: the channel to the process that started this one. */

// The channel.

export { openParentChannel } from './channel/parent-channel.ts';
