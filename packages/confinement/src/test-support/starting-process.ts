import { fileURLToPath } from 'node:url';
import { startConfinedProcess } from '../start-confined-process.ts';

/* Starts a confined process that waits for ever, says which, and waits too. */
const { child, channel } = startConfinedProcess({
  scriptUrl: new URL('./blocked-process.ts', import.meta.url),
  readableFolders: [fileURLToPath(new URL('../../', import.meta.url))],
  network: false,
  memoryMebibytes: 64,
});
channel.listen(() => process.send?.(child.pid));
