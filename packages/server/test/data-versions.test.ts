import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { waitFor } from '@avow/foundation/testing';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/run-cli.ts';
import { knownDataVersion } from '../src/storage/sqlite/database-state.ts';
import { recordTerminal } from './support/record-terminal.ts';
import { startTestService } from './support/test-service.ts';

/** Data folders that earlier releases have written, each with the last code before the next migration. */
const folder = new URL('./data-versions/', import.meta.url);
const archives = readdirSync(folder).filter((name) => name.endsWith('.zst'));
const versions = archives
  .map((name) => Number(/^v(\d+)/.exec(name)?.[1]))
  .sort((left, right) => left - right);
/** Landed together with the next, so that no release has written it. */
const neverWritten = new Set([7, 16, 17, 18]);
/** The first version whose rows that give rights carry seals. */
const sealedSince = 18;

interface Known {
  readonly version: number;
  readonly key: string;
  readonly messages: ReadonlyArray<{
    readonly message_id: string;
    readonly prompt: string;
    readonly answer: string;
  }>;
}

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'avow-versions-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function unpack(version: number): Promise<{ readonly dataDir: string; readonly known: Known }> {
  const dataDir = mkdtempSync(join(root, `v${version}-`));
  for (const { header, data } of await unpackTar(
    zstdDecompressSync(readFileSync(new URL(`v${version}.tar.zst`, folder))),
  )) {
    const path = join(dataDir, header.name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, data ?? '');
  }
  return { dataDir, known: JSON.parse(readFileSync(join(dataDir, 'known.json'), 'utf8')) };
}

async function avow(dataDir: string, ...words: string[]) {
  const { terminal, said } = recordTerminal();
  const code = await runCli(words, { AVOW_DATA_DIR: dataDir, AVOW_SEARCH_BY_MEANING: 'off' }, terminal);
  return { code, ...said() };
}

describe('the records of earlier releases', () => {
  it('are kept for every version of the tables before this one', () => {
    const expected = Array.from({ length: knownDataVersion - 1 }, (_, index) => index + 1);
    expect(versions.filter((version) => version < knownDataVersion)).toEqual(
      expected.filter((version) => !neverWritten.has(version)),
    );
  });

  it.each(versions)('of version %i are upgraded, verify, and are served', async (version) => {
    const { dataDir, known } = await unpack(version);
    expect(known.version).toBe(version);
    const check = await avow(dataDir, 'upgrade', '--check', '--json');
    expect(check.code).toBe(0);
    expect(JSON.parse(check.out)).toMatchObject({
      state: version === knownDataVersion ? 'current' : 'older',
      data_version: version,
    });
    const upgraded = await avow(dataDir, 'upgrade', '--json');
    expect(JSON.parse(upgraded.out)).toMatchObject({ upgraded: true, rows_sealed: expect.any(Number) });
    // Later ones have sealed theirs.
    const isUnsealed = version < sealedSince;
    expect(JSON.parse(upgraded.out).rows_sealed > 1).toBe(isUnsealed);
    const service = await startTestService({ directory: dataDir });
    try {
      for (const { message_id, answer } of known.messages) {
        const audited = await service.get(known.key, `/v1/messages/${message_id}/audit`);
        expect([message_id, audited.statusCode, audited.json().response?.answer]).toEqual([
          message_id,
          200,
          answer,
        ]);
      }
      // An index in an earlier format is built anew, in the background.
      const ask = (prompt: string) => waitFor(() => service.ask(known.key, { prompt }));
      const asked = await ask('Who opens the doors?');
      expect(asked).toMatchObject({
        status: 'delivered',
        answer: expect.stringContaining('The porter, at six.'),
      });
      const found = await ask('When do doors close?');
      expect(found.answer).toContain('nine in the evening');
    } finally {
      await service.close();
    }
    expect(await avow(dataDir, 'audit', 'verify')).toMatchObject({
      code: 0,
      out: expect.stringContaining('Everything verifies.'),
    });
  });
});

describe('a downgrade', () => {
  it('is refused clearly, and changes nothing', async () => {
    const { dataDir } = await unpack(versions.at(-1) ?? 0);
    const database = new DatabaseSync(join(dataDir, 'avow.db'));
    database.exec(`PRAGMA user_version = ${knownDataVersion + 1}`);
    database.close();
    const before = readFileSync(join(dataDir, 'avow.db'));
    for (const words of [['upgrade', '--check'], ['upgrade'], ['tenants', 'list']]) {
      const { code, err } = await avow(dataDir, ...words);
      expect([words, code, err]).toEqual([words, 1, expect.stringMatching(/a later release/)]);
      expect(err).toContain(`schema ${knownDataVersion + 1}, and this release knows ${knownDataVersion}`);
    }
    await expect(startTestService({ directory: dataDir })).rejects.toThrow('a later release');
    expect(readFileSync(join(dataDir, 'avow.db')).equals(before)).toBe(true);
  });
});
