import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildRecorder } from './build-recorder.ts';

const launcher = fileURLToPath(new URL('../../packages/server/bin/avow.js', import.meta.url));

/** What `recorder.c` can be asked for while processes run under it. */
export type Order = 'skip-wal-sync' | 'fail-sync' | 'fail-write' | 'fill-disk' | 'die';

/** A new installation in which all that is done to the disk is written down. */
export interface RecordedFolder {
  /** The data folder lies in it, so that its own name can be lost too. */
  readonly root: { readonly path: string; readonly inode: number };
  readonly log: string;
  /** For processes that are to be recorded. */
  readonly env: Readonly<Record<string, string>>;
  give(order: Order): void;
  takeBack(order: Order): void;
  /** Runs a command of the product to its end; throws where it fails. */
  avow(...words: string[]): Promise<string>;
  remove(): void;
}

export function createRecordedFolder(): RecordedFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'avow-power-cut-')));
  const [root, control, log] = [join(folder, 'root'), join(folder, 'control'), join(folder, 'recording')];
  mkdirSync(root);
  mkdirSync(control);
  const env = {
    PATH: process.env['PATH'] ?? '',
    LD_PRELOAD: buildRecorder(folder),
    // Its calls would go past the library.
    UV_USE_IO_URING: '0',
    RECORDER_ROOT: root,
    RECORDER_LOG: log,
    RECORDER_CONTROL: control,
    AVOW_DATA_DIR: join(root, 'data'),
    AVOW_QUERY_RATE_PER_MINUTE: '10000000',
    AVOW_QUERY_BURST: '1000000',
    AVOW_SEARCH_BY_MEANING: 'off',
    AVOW_EMBEDDED_READER: 'off',
    AVOW_EMBEDDED_SCREENER: 'off',
    // So that the few seconds of a recording have many of them.
    AVOW_CHECKPOINT_EVERY_MS: '500',
    NODE_COMPILE_CACHE: join(folder, 'code'),
  };
  return {
    root: { path: root, inode: statSync(root).ino },
    log,
    env,
    give: (order) => writeFileSync(join(control, order), ''),
    takeBack: (order) => rmSync(join(control, order), { force: true }),
    avow: (...words) =>
      new Promise((resolve, reject) => {
        execFile(process.execPath, [launcher, ...words], { env }, (error, said, complained) => {
          if (error === null) resolve(said);
          else reject(new Error(`avow ${words.join(' ')}: ${complained}`));
        });
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
