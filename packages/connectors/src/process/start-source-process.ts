import { fileURLToPath } from 'node:url';
import { type ConfinedProcess, startConfinedProcess } from '@avow/confinement';
import { listDependencyFolders } from '@avow/foundation/files';
import { messageLimits } from './process-limits.ts';

/** The folders that the process may read: its code and its dependencies. */
const readableFolders = [
  '../../',
  ...['@avow/confinement', '@avow/documents', '@avow/foundation', '@avow/text'].map(
    (name) => new URL('../', import.meta.resolve(name)).href,
  ),
];

/**
 * A process without an environment, which connects to others, reads its own code and writes nothing. It receives what it is
 * to read over the channel.
 */
export function startSourceProcess(options: {
  readonly processUrl: URL;
  readonly memoryMebibytes: number;
  readonly confinementRequired: boolean;
}): ConfinedProcess {
  const { processUrl, memoryMebibytes, confinementRequired } = options;
  return startConfinedProcess({
    ...{ scriptUrl: processUrl, network: true, memoryMebibytes, required: confinementRequired },
    messageLimits,
    readableFolders: [
      ...readableFolders.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
      ...listDependencyFolders(import.meta.url),
    ],
  });
}
