import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../build/build-package.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
let directory: string;
let installed: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-client-'));
  installed = join(directory, 'node_modules/@avow/client');
  const built = join(directory, 'built');
  await buildPackage(built);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', directory], { cwd: built });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  names = packed.files.map(({ path }) => path);
  await run('tar', ['-xzf', join(directory, packed.filename), '-C', directory]);
  await mkdir(join(directory, 'node_modules/@avow'), { recursive: true });
  await rename(join(directory, 'package'), installed);
});
afterAll(() => rm(directory, { recursive: true, force: true }));
let names: string[] = [];

/** The size of a module that uses the client, as a bundler ships it. */
async function bundledBytes(source: string): Promise<{ readonly raw: number; readonly gzip: number }> {
  const entry = join(directory, 'bundled.js');
  await writeFile(entry, source);
  const built = await build({
    ...{ configFile: false, logLevel: 'silent', root: directory },
    build: {
      write: false,
      minify: true,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  });
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[];
  const code = output.map((file) => file.code ?? '').join('');
  return { raw: Buffer.byteLength(code), gzip: gzipSync(code).length };
}

describe('the package as it is published', () => {
  it('has JavaScript and declarations, a licence and no dependency', async () => {
    const expected = /^(?:LICENSE|README\.md|package\.json|dist\/(?:src|generated)\/[a-z-]+\.(?:js|d\.ts))$/;
    expect(names.filter((name) => !expected.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['dist/src/index.js', 'dist/src/ask.d.ts', 'LICENSE']));
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    const code = names.filter((name) => name.startsWith('dist/'));
    const texts = await Promise.all(code.map((name) => readFile(join(installed, name), 'utf8')));
    const imported = texts.flatMap((text) => [...text.matchAll(/^(?:import|export)[^;]*? from '([^']+)'/gm)]);
    expect(
      imported.map(([, target = '']) => target).filter((target) => !/^\.{1,2}\/.*\.js$/.test(target)),
    ).toEqual([]);
  });

  it('is typed for a program that checks its libraries, and knows the platform of browsers alone', async () => {
    const source = `
      import { createClient, isTerminalEvent, ProblemError, verifyWebhook, type QueryResponse } from '@avow/client';
      import { createAskClient } from '@avow/client/ask';
      const client = createClient({ baseUrl: 'https://x.example', apiKey: 'k' });
      const response: QueryResponse = await client.executeQuery({ prompt: 'x', answer_format: 'markdown' });
      for await (const { answer } of client.listMessages({ band: 'low' })) answer.trim();
      for await (const event of client.streamQuery({ prompt: response.answer }))
        if (isTerminalEvent(event)) event.data.citations[0]?.quote?.trim();
        else if (event.type === 'message.answer.delta') event.data.text.trim();
      await createAskClient({ baseUrl: '' }).giveFeedback(response.message_id, { verdict: 'right' } as never);
      try { (await verifyWebhook({ body: '', headers: {}, secret: '' })).type; }
      catch (error) { if (error instanceof ProblemError && error.code === 'not_found') error.requestId; }
      // @ts-expect-error The prompt is a string.
      await client.executeQuery({ prompt: 5 });
      // @ts-expect-error It takes an id.
      await client.getMessage();
    `;
    await writeFile(join(directory, 'use.ts'), source);
    await writeFile(join(directory, 'package.json'), '{"type":"module"}');
    const compilerOptions = {
      ...{
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2022', 'dom', 'dom.iterable', 'esnext.disposable'],
      },
      ...{
        strict: true,
        skipLibCheck: false,
        skipDefaultLibCheck: true,
        noEmit: true,
        types: [],
        exactOptionalPropertyTypes: true,
      },
    };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    const compiled = await run(process.execPath, [
      join(root, 'node_modules/typescript/bin/tsc'),
      '-p',
      directory,
    ]).catch((error: { stdout: string }) => error);
    expect(compiled.stdout).toBe('');
  });

  it('is small: under 15 kB for asking alone, before compression', async () => {
    const asking = await bundledBytes("export { createAskClient } from '@avow/client/ask';");
    const whole = await bundledBytes("export * from '@avow/client';");
    expect(asking.raw).toBeLessThan(15_000);
    expect(asking.gzip).toBeLessThan(5_000);
    expect(whole.gzip).toBeLessThan(15_000);
  });
});
