import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { listDependencyFolders } from '@avow/foundation';

/** The memory of the runtime and of the code before anything is read. */
const runtimeMebibytes = 192;
const mebibyte = 1024 * 1024;
/** The folders that the process may read: its code and its dependencies. */
const readableFolders = [
  '../../',
  ...['@avow/documents', '@avow/foundation', '@avow/text'].map(
    (name) => new URL('../', import.meta.resolve(name)).href,
  ),
];

/**
 * A process without an environment, which reads its own code, writes to one folder and is killed when it exceeds its memory.
 * What it is to read, it is told over the channel.
 */
export function startSourceProcess(options: {
  readonly processUrl: URL;
  readonly directory: string;
  readonly memoryMebibytes: number;
}): ChildProcess {
  const { processUrl, directory, memoryMebibytes } = options;
  const folders = [
    ...readableFolders.map((folder) => fileURLToPath(new URL(folder, import.meta.url))),
    ...listDependencyFolders(import.meta.url),
    `${directory}/`,
  ];
  const residentBytesMax = (memoryMebibytes + runtimeMebibytes) * mebibyte;
  return fork(fileURLToPath(processUrl), [String(residentBytesMax)], {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [
      `--max-old-space-size=${memoryMebibytes}`,
      '--permission',
      '--allow-worker',
      ...folders.map((folder) => `--allow-fs-read=${folder}`),
      `--allow-fs-write=${directory}/`,
    ],
  });
}
