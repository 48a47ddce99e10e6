import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { keepIdleThreads } from '@avow/foundation/testing';
import { recordTerminal, runCli } from '@avow/server/testing';

/*
 * Runs one command after another in this process, each as in a process of its own: a start takes ten times as long as most of
 * them. A request names a folder with the words and the environment, each ended by a zero byte, and gets what the command
 * says in the same folder, and its exit code as the body.
 */
keepIdleThreads(4);

const readList = async (folder: string, name: string) =>
  (await readFile(join(folder, name), 'utf8')).split('\0').slice(0, -1);

async function runIn(folder: string): Promise<number> {
  const words = await readList(folder, 'words');
  const variables = (await readList(folder, 'env')).map((line) => {
    const at = line.indexOf('=');
    return [line.slice(0, at), line.slice(at + 1)] as const;
  });
  const env: Readonly<Record<string, string>> = Object.fromEntries(variables);
  process.chdir(env['PWD'] ?? folder);
  const { terminal, said } = recordTerminal();
  const code = await runCli(words, env, terminal);
  await writeFile(join(folder, 'out'), said().out);
  await writeFile(join(folder, 'err'), said().err);
  return code;
}

let last: Promise<unknown> = Promise.resolve();
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://commands');
  const ran = last.then(() => runIn(searchParams.get('folder') ?? ''));
  last = ran.catch(() => undefined);
  ran.then(
    (code) => response.end(String(code)),
    (error) => {
      process.stderr.write(`${String(error)}\n`);
      response.end('70');
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.once('disconnect', () => process.exit());
