import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Runs a program and reports how it ended. */
type Check = (name: string, program: string, options: readonly string[]) => Promise<void>;

/** The TypeScript client as it is published, in every runtime that it is for: each example of its page. */
export async function checkRuntimes(tools: string, examples: readonly string[], check: Check): Promise<void> {
  const client = fileURLToPath(new URL('../../packages/client/', import.meta.url));
  execFileSync(process.execPath, [join(client, 'build/run.ts')], { stdio: ['ignore', 'ignore', 'inherit'] });
  cpSync(join(client, 'package'), join(tools, 'node_modules/@avow/client'), { recursive: true });
  const folder = join(tools, 'client-examples');
  mkdirSync(folder, { recursive: true });
  const files = examples.map((code, at) => {
    const file = join(folder, `example-${at + 1}.ts`);
    writeFileSync(file, code);
    return file;
  });
  for (const { name, program, options } of runtimesIn(tools))
    for (const [at, file] of files.entries())
      await check(`example ${at + 1} of docs/guide/typescript-client.md in ${name}`, program, [
        ...options,
        file,
      ]);
}

/** What npm installed for this platform; without scripts, the programs are where their packages have them. */
function runtimesIn(tools: string) {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: join(tools, 'node_modules') }).map((path) =>
      join(tools, 'node_modules', path),
    )[0];
  const deno = find('@deno/*/deno{,.exe}');
  const bun = find('@oven/*/bin/bun{,.exe}');
  const found = [
    { name: 'Node', program: process.execPath, options: [] },
    { name: 'Bun', program: bun ?? '', options: ['run'] },
    { name: 'Deno', program: deno ?? '', options: ['run', '--quiet', '--allow-net', '--allow-env'] },
  ];
  for (const { name, program } of found)
    if (!existsSync(program)) process.stdout.write(`left out: ${name} is not there for this platform\n`);
  return found.filter(({ program }) => existsSync(program));
}
