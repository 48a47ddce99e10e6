import { Socket } from 'node:net';
import { channelFile } from './channel-file.ts';
import { openChannel, type ProcessChannel } from './open-channel.ts';

const mebibyte = 1024 * 1024;
/** The one that started this process can be trusted with its memory. */
const limits = {
  jsonBytesMax: 1024 * mebibyte,
  valuesMax: Number.POSITIVE_INFINITY,
  rawBytesMax: 2048 * mebibyte,
};

/** The channel of a confined process to the one that started it. This process ends with the channel. */
export function openParentChannel(): ProcessChannel {
  const stream = new Socket({ fd: channelFile, readable: true, writable: true });
  return openChannel(stream, limits, (fault) => {
    if (fault !== null) process.stderr.write(`${fault.stack}\n`);
    process.exit(fault === null ? 0 : 1);
  });
}
