import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeConnector } from '@avow/connectors/testing';
import { openFolder } from './read-folder.ts';

describeConnector('a folder', { start: startFolder, breaksItems: false, isRemote: false });

async function startFolder() {
  const allowed = await realpath(await mkdtemp(join(tmpdir(), 'avow-folder-')));
  const [path, elsewhere] = [join(allowed, 'docs'), join(allowed, 'moved')];
  await mkdir(path);
  let moving = Promise.resolve();
  return {
    open: () => {
      const folder = openFolder({ path, allowed: [allowed] });
      return {
        async *read(options: Parameters<typeof folder.read>[0]) {
          await moving;
          return yield* folder.read(options);
        },
      };
    },
    put: (name: string, text: string) => writeFile(join(path, name), text),
    remove: (name: string) => rm(join(path, name)),
    breakItem: () => undefined,
    breakAll: (isBroken: boolean) => {
      moving = isBroken ? rename(path, elsewhere) : rename(elsewhere, path);
    },
    revoke: () => undefined,
    answerInstead: () => undefined,
    takeServed: () => 0,
    close: () => rm(allowed, { recursive: true }),
  };
}
