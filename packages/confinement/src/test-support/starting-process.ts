import { fileURLToPath } from 'node:url';
import { startConfinedProcess } from '../start-confined-process.ts';

/* Starts a confined process that waits for ever, says which, and waits too. */
const child = startConfinedProcess({
  scriptUrl: new URL('./blocked-process.ts', import.meta.url),
  readableFolders: [fileURLToPath(new URL('../../', import.meta.url))],
  network: false,
  memoryMebibytes: 64,
});
child.on('message', () => process.send?.(child.pid));
