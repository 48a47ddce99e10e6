import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/**
 * Writes a small data folder with the code of a checkout, and what is known of it, into an archive named by the version of
 * its tables: `node packages/server/test/data-versions/write.ts CHECKOUT`. Run it on the last commit before a migration is added. It uses
 * only what every release has had: three commands, and one request.
 */
const checkout = resolve(process.argv[2] ?? '.');
const launcher = join(checkout, 'packages/server/bin/avow.js');
const folder = mkdtempSync(join(tmpdir(), 'avow-version-'));
const dataDir = join(folder, 'data');
const env = { PATH: process.env['PATH'], HOME: folder, AVOW_DATA_DIR: dataDir, AVOW_PORT: '0' };

const avow = (...words: string[]) =>
  execFileSync(process.execPath, [launcher, ...words], { env, encoding: 'utf8' });

const files = {
  'pack.json': JSON.stringify({ name: 'house', description: 'Rules of the house.' }),
  'doors.md':
    '# Doors\n\nDoors close at nine in the evening.\n\n## Keys\n\nThe porter keeps the spare keys.\n',
  'pairs.qna.json': JSON.stringify([{ question: 'Who opens the doors?', answer: 'The porter, at six.' }]),
};

const prompts = ['Who opens the doors?', 'When do doors close?', 'What is the speed of light?'];

async function ask(url: string, key: string, prompt: string) {
  const response = await fetch(`${url}/v1/query`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt }),
  });
  const body = (await response.json()) as { readonly message_id: string; readonly answer: string };
  if (!response.ok) throw new Error(JSON.stringify(body));
  return { message_id: body.message_id, prompt, answer: body.answer };
}

async function serve<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const child = spawn(process.execPath, [launcher, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const url = new Promise<string>((found, failed) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const [, address] = /(http:\/\/127\.0\.0\.1:\d+)[ \n]/.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
    child.once('exit', () => failed(new Error(said)));
  });
  try {
    return await work(await url);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

function pack(known: unknown): Promise<Uint8Array> {
  const paths = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.lock$|-shm$|-wal$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const entries = paths.map((path) => [relative(dataDir, path), readFileSync(path)] as const);
  return packTar(
    [...entries, ['known.json', Buffer.from(JSON.stringify(known))] as const].map(([name, body]) => ({
      header: { name, size: body.length, type: 'file', mtime: new Date(0) } as const,
      body,
    })),
  );
}

try {
  const content = join(folder, 'house');
  mkdirSync(content);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(content, name), text);
  avow('tenants', 'create', 'acme');
  const key = /avw_(?:live|test)_\w+/.exec(avow('keys', 'create', '--tenant', 'acme'))?.[0] ?? '';
  avow('packs', 'load', content, '--tenant', 'acme');
  const messages = await serve(async (url) => {
    const asked = [];
    for (const prompt of prompts) asked.push(await ask(url, key, prompt));
    return asked;
  });
  const database = new DatabaseSync(join(dataDir, 'avow.db'));
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  database.close();
  const archive = zstdCompressSync(await pack({ version, key, messages }), { params: { 100: 19 } });
  writeFileSync(new URL(`v${version}.tar.zst`, import.meta.url), archive);
  process.stdout.write(`v${version}: ${archive.length} bytes\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
