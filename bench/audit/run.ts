import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { TenantId } from '@avow/foundation';
import { sha256Bytes } from '@avow/ledger';
import { formatCheckpoint, makeVerifierKey, openCheckpoint, signNote } from '@avow/ledger-log/notes';
import { readHashFromTiles } from '@avow/ledger-log/tiles';
import { frontierRoot, proveInclusion, verifyInclusion } from '@avow/ledger-log/tree';
import { type DataFolder, loadConfig, verifyInstallation } from '@avow/server';
import { fillLog } from '@avow/server/testing';
import { newTenant, openSqliteStore } from '@avow/server/testing/inner';
import { showHelp } from '../../e2e/show-help.ts';
import { rawRecordsPerSecond, sameRowsPerSecond, storeRecordsPerSecond } from '../raw-records.ts';
import { sampleRow } from '../sample-row.ts';

showHelp(
  'npm run bench -- audit [--records N] [--seconds N] [--rounds N] [--proofs N]\nDurable records a second beside plain SQLite loops, in one run; size and time of proofs, and a whole verification, over N records (1000000).',
);
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    proofs: { type: 'string', default: '1000' },
  },
});
const count = Number(values.records);
const proofsCount = Number(values.proofs);
/** As long as the usual response with a citation and the default guardrails. */
const response = JSON.stringify({ answer: 'Twenty-eight days.', filler: 'x'.repeat(3000) });
const masterKey = new Uint8Array(32).fill(7);
const envelope = [
  ['question', 'How many days of holiday do I get?'],
  ['answer', 'You get twenty-eight days of paid holiday a year.'],
  ['response', response],
  ['trace', '{"blocked_prompt":null,"cost":null,"scored":null,"nearest":[],"review":null}'],
] as const;

type Store = DataFolder['store'];

const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const quantile = (numbers: readonly number[], share: number) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * share)] ?? Number.NaN;
const say = (what: string, figure: string) => console.log(`${what.padEnd(46)} ${figure}`);

/** Side by side, in several rounds, because the machine does other work, too. */
async function appends(directory: string): Promise<void> {
  const durationMs = Number(values.seconds) * 1000;
  const [raw, rows, store]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    raw.push(rawRecordsPerSecond(directory, response, durationMs));
    rows.push(sameRowsPerSecond(directory, response, durationMs).perSecond);
    store.push((await storeRecordsPerSecond(directory, response, durationMs)).perSecond);
  }
  say('plain loop, one table, groups of 50', `${median(raw).toFixed(0)} records/s`);
  say('the same rows and indexes, groups of 50', `${median(rows).toFixed(0)} records/s`);
  say('the store: sealed, committed to, on the log', `${median(store).toFixed(0)} records/s`);
  const ratios = store.map((one, index) => one / (raw[index] ?? Number.NaN));
  const toRows = store.map((one, index) => one / (rows[index] ?? Number.NaN));
  say(
    'store to plain loop',
    `${median(ratios).toFixed(2)} (${ratios.map((one) => one.toFixed(2)).join(', ')})`,
  );
  say('store to the same rows', `${median(toRows).toFixed(2)}`);
}

interface Signing {
  readonly note: Uint8Array;
  readonly key: Awaited<ReturnType<typeof makeVerifierKey>>;
  readonly origin: string;
}

async function signLog(directory: string, store: Store, tenantId: TenantId): Promise<Signing> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(join(directory, 'log.key'), privateKey.export({ format: 'pem', type: 'pkcs8' }), {
    mode: 0o600,
  });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const origin = `avow/${tenantId}`;
  const key = await makeVerifierKey({ name: origin, publicKey: new Uint8Array(publicKey) }, sha256Bytes);
  const head = await store.log.readHead(tenantId);
  const root = frontierRoot(head, sha256Bytes);
  const note = await signNote({
    text: formatCheckpoint({ origin, size: head.size, root, extensions: [] }),
    signers: [{ key, sign: async (message) => new Uint8Array(sign(null, message, privateKey)) }],
  });
  const checkpoint = {
    size: head.size,
    root: Buffer.from(root).toString('hex'),
    note,
    createdAtMs: Date.now(),
  };
  if ((await store.log.putCheckpoint(tenantId, checkpoint)) !== 'kept') throw new Error('the log is forked');
  return { note: new TextEncoder().encode(note), key, origin };
}

/** From the store's tiles, at random indexes; each is verified as an outside verifier would. */
async function proofs(store: Store, tenantId: TenantId, { note, key, origin }: Signing): Promise<void> {
  const checkpoint = await openCheckpoint(note, {
    origin,
    keys: [key],
    verify: async ({ publicKey, message, signature }) =>
      verify(
        null,
        message,
        {
          key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]),
          format: 'der',
          type: 'spki',
        },
        signature,
      ),
  });
  const readTile = async (tile: Parameters<Store['log']['readTile']>[1]) => {
    const bytes = await store.log.readTile(tenantId, tile);
    if (bytes === null) throw new Error('a tile is missing');
    return bytes;
  };
  const [proving, verifying, bytes]: [number[], number[], number[]] = [[], [], []];
  for (let made = 0; made < proofsCount; made += 1) {
    const index = Math.floor(Math.random() * checkpoint.size);
    const startedAt = performance.now();
    const readHash = readHashFromTiles({ size: checkpoint.size, readTile, sha256: sha256Bytes });
    const proof = await proveInclusion({ index, size: checkpoint.size }, { readHash, sha256: sha256Bytes });
    const provedAt = performance.now();
    const [entry] = await store.log.readEntries(tenantId, { from: index, limit: 1 });
    const leafHash = Buffer.from(entry?.leafHash ?? '', 'hex');
    const readAt = performance.now();
    await verifyInclusion({ ...checkpoint, index, leafHash, proof }, sha256Bytes);
    verifying.push(performance.now() - readAt);
    proving.push(provedAt - startedAt);
    bytes.push(proof.length * 32);
  }
  say('a proof of inclusion', `${median(bytes)} bytes (${median(bytes) / 32} hashes)`);
  say(
    'making one, from the store',
    `p50 ${median(proving).toFixed(2)} ms, p99 ${quantile(proving, 0.99).toFixed(2)} ms`,
  );
  say('verifying one', `p50 ${median(verifying).toFixed(3)} ms`);
}

async function verification(directory: string): Promise<void> {
  const settings = loadConfig({
    AVOW_DATA_DIR: directory,
    AVOW_MASTER_KEY: Buffer.from(masterKey).toString('base64url'),
  });
  const startedAt = performance.now();
  await verifyInstallation(settings, { trustedKey: null, threads: availableParallelism() }, { tenant: null });
  const seconds = (performance.now() - startedAt) / 1000;
  say('a whole verification', `${seconds.toFixed(1)} s (${(count / seconds).toFixed(0)} records/s)`);
}

const directory = await mkdtemp(join(tmpdir(), 'avow-bench-audit-'));
try {
  await appends(directory);
  const startedAt = performance.now();
  const empty = await openSqliteStore({ directory, masterKey });
  const tenantId = await newTenant(empty.access);
  await empty.close();
  fillLog(directory, {
    ...{ masterKey, tenantId, count },
    createRow: (nowMs) => sampleRow(nowMs, envelope),
    onProgress: (done) => {
      if (done % 10_000 === 0) process.stderr.write(`\r${done} of ${count} records`);
    },
  });
  process.stderr.write('\n');
  say(
    `${count} records written, not waiting for the disk`,
    `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  const store = await openSqliteStore({ directory, masterKey });
  await proofs(store, tenantId, await signLog(directory, store, tenantId));
  await store.close();
  await verification(directory);
} finally {
  await rm(directory, { recursive: true, force: true });
}
