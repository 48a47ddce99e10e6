import { type MessageId, newId, type TenantId } from '@avow/foundation';
import { createLogSigner, fromHex, type LogEvent, type LogPlace, sha256Bytes, toHex } from '@avow/ledger';
import {
  createMemoryLogStore,
  logOrigin,
  type MemoryLogStore,
  newAnchorFolder,
  newLogKey,
  openLedger,
  sampleLogEvent,
} from '@avow/ledger/testing';
import { type LogEntry, leafHash } from '@avow/ledger-log/entries';
import { openCheckpoint, parseVerifierKey } from '@avow/ledger-log/notes';
import {
  decodeEntryBundle,
  entriesPath,
  listTiles,
  readHashFromTiles,
  tilePath,
} from '@avow/ledger-log/tiles';
import { readRoot, verifyConsistency, verifyInclusion } from '@avow/ledger-log/tree';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { sampleMessage, sampleTimeMs } from '../../storage/contract/samples.ts';
import type { StoredRecord } from '../records/record-store.ts';
import { type AuditLog, createAuditLog, type RecordProof } from './log.ts';

const key = newLogKey();
const signer = createLogSigner(key);
const folder = newAnchorFolder();
afterAll(() => folder.remove());

let store: MemoryLogStore;
let tenantId: TenantId;
let records: Map<MessageId, StoredRecord>;
let auditLog: AuditLog;

const open = () =>
  createAuditLog({
    ...{ store, signer, checkpointer: openLedger({ store, key, folder: folder.path }) },
    records: {
      getRecord: async (_tenantId, messageId) => records.get(messageId) ?? null,
      readSalts: async (_tenantId, messageId) =>
        records.get(messageId)?.kind === 'whole' ? [['answer', 'aa'.repeat(32)]] : [],
    },
  });

beforeEach(() => {
  store = createMemoryLogStore();
  tenantId = store.newTenant();
  records = new Map();
  auditLog = open();
});

function record(kind: StoredRecord['kind'] = 'whole'): { messageId: MessageId; place: LogPlace } {
  const message = sampleMessage();
  const { messageId } = message;
  const place = store.appendEntry(tenantId, {
    ...{ kind: 'record', subject: messageId, state: 'delivered', time: '2026-01-02T03:04:05.678Z' },
    ...{ actor: '', details: [], commitments: [['answer', 'ab'.repeat(32)]] },
  } satisfies Omit<LogEntry, 'tenantId'>);
  set(kind, messageId, place);
  return { messageId, place };
}

function set(kind: StoredRecord['kind'], messageId: MessageId, log: LogPlace): void {
  const whole = { ...sampleMessage(), messageId, log };
  const { envelope: _envelope, ...rest } = whole;
  if (kind === 'whole') records.set(messageId, { kind, ...whole });
  else if (kind === 'emptied') records.set(messageId, { kind, ...rest, contentState: 'expired' });
  else records.set(messageId, { kind, messageId, log });
}

async function prove(messageId: MessageId): Promise<RecordProof> {
  const proof = await auditLog.proveRecord(tenantId, messageId);
  if (typeof proof === 'string') throw new Error(proof);
  return proof;
}

/** As somebody would who has the verifier key from elsewhere and takes nobody's word. */
async function verify(proof: RecordProof, verifierKey: string): Promise<void> {
  const checkpoint = await openCheckpoint(Buffer.from(proof.checkpoint.note), {
    origin: logOrigin(tenantId),
    keys: [await parseVerifierKey(verifierKey, sha256Bytes)],
    verify: async ({ publicKey, message, signature }) => {
      const imported = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
      return crypto.subtle.verify('Ed25519', imported, signature, message);
    },
  });
  const { leafIndex: index } = proof.place;
  const leaf = leafHash(Buffer.from(proof.entryText), sha256Bytes);
  expect(toHex(leaf)).toBe(proof.place.leafHash);
  const steps = proof.inclusion.map(fromHex);
  await verifyInclusion({ ...checkpoint, index, leafHash: leaf, proof: steps }, sha256Bytes);
}

const expiry = (state: string, leaves: string): LogEvent =>
  sampleLogEvent(0, { kind: 'expiry', subject: '', actor: '', state, details: [['leaves', leaves]] });

describe('the proof of a record', () => {
  it('verifies for every record of a log that grows, and stays the same', async () => {
    const verifierKey = await auditLog.verifierKey(tenantId);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }), async (batches) => {
        for (const count of batches) {
          const added = Array.from({ length: count }, () => record());
          const pick = added[count >> 1];
          if (pick === undefined) continue;
          const proof = await prove(pick.messageId);
          await verify(proof, verifierKey);
          expect(proof).toMatchObject({
            place: pick.place,
            events: [],
            salts: [['answer', 'aa'.repeat(32)]],
          });
          await store.append(tenantId, [sampleLogEvent(1)]);
          expect(await prove(pick.messageId)).toEqual(proof);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('uses one checkpoint for concurrent requests', async () => {
    const added = Array.from({ length: 30 }, () => record());
    const proofs = await Promise.all(added.map(({ messageId }) => prove(messageId)));
    expect(new Set(proofs.map(({ checkpoint }) => checkpoint.note)).size).toBe(1);
  });

  it('reports later events of the record, and its checkpoint covers them too', async () => {
    const verifierKey = await auditLog.verifierKey(tenantId);
    const [erased, expired, dropped, both] = [record(), record(), record(), record()];
    const events = [
      sampleLogEvent(1, { kind: 'erasure', subject: erased.messageId, state: 'erased' }),
      expiry('content_expired', '1-2'),
      expiry('record_dropped', '2'),
      sampleLogEvent(2, { kind: 'erasure', subject: both.messageId, state: 'erased' }),
      expiry('record_dropped', '0,3'),
      sampleLogEvent(3, { subject: erased.messageId }),
    ];
    const places = await store.append(tenantId, events);
    const indexOf = (at: number) => places[at]?.leafIndex;
    set('emptied', erased.messageId, erased.place);
    set('emptied', expired.messageId, expired.place);
    set('dropped', dropped.messageId, dropped.place);
    set('dropped', both.messageId, both.place);
    for (const [{ messageId }, endings] of [
      [erased, [indexOf(0)]],
      [expired, [indexOf(1)]],
      [dropped, [indexOf(1), indexOf(2)]],
      [both, [indexOf(3), indexOf(4)]],
    ] as const) {
      const proof = await prove(messageId);
      await verify(proof, verifierKey);
      expect(proof.events.map(({ leafIndex }) => leafIndex)).toEqual(endings);
      expect(proof.checkpoint.size).toBeGreaterThan(Math.max(...endings.map(Number)));
      expect(proof.salts).toEqual([]);
    }
  });

  it('finds an expiry behind hundreds of others', async () => {
    const { messageId, place } = record('emptied');
    await store.append(tenantId, [expiry('content_expired', '0')]);
    const others = Array.from({ length: 1200 }, (_, number) => expiry('content_expired', `${number + 10}`));
    await store.append(tenantId, others);
    expect((await prove(messageId)).events).toMatchObject([{ leafIndex: place.leafIndex + 1 }]);
  });

  it('is not given for a message that is unknown or has not ended', async () => {
    const { messageId } = sampleMessage();
    expect(await auditLog.proveRecord(tenantId, messageId)).toBe('unknown');
    records.set(messageId, {
      kind: 'whole',
      ...sampleMessage({ status: 'processing' }),
      messageId,
      log: null,
    });
    expect(await auditLog.proveRecord(tenantId, messageId)).toBe('unfinished');
  });

  it('is not given if the log contradicts it', async () => {
    const { messageId } = record();
    await prove(messageId);
    store.rewrite(tenantId, (texts) => texts.map((text) => text.replace('delivered', 'blocked')));
    await expect(prove(messageId)).rejects.toMatchObject({ code: 'audit_unavailable' });
  });
});

describe('the log as it is read', () => {
  it('is proved to grow between any two sizes that were signed', async () => {
    for (let number = 0; number < 300; number++) record();
    const { size } = await auditLog.checkpoint(tenantId);
    record();
    for (const [from, to] of [
      [0, null],
      [0, 0],
      [1, 7],
      [255, 256],
      [256, 300],
      [300, null],
    ] as const) {
      const proved = await auditLog.proveConsistency(tenantId, { from, to });
      if (proved === 'outside') throw new Error('these were signed');
      expect([proved.older.size, proved.newer.size]).toEqual([from, to ?? size]);
      const [older, newer] = [proved.older, proved.newer].map((tree) => ({
        ...tree,
        root: fromHex(tree.root),
      }));
      if (older === undefined || newer === undefined) throw new Error('there are two');
      await verifyConsistency({ older, newer, proof: proved.proof.map(fromHex) }, sha256Bytes);
    }
    for (const sizes of [
      { from: 301, to: null },
      { from: 5, to: 4 },
      { from: 0, to: 301 },
    ]) {
      expect(await auditLog.proveConsistency(tenantId, sizes)).toBe('outside');
    }
  });

  it('serves exactly the tiles and entries of the newest checkpoint, which yield its root', async () => {
    for (let number = 0; number < 600; number++) record();
    const { size, root } = await auditLog.checkpoint(tenantId);
    for (let number = 0; number < 5; number++) record();
    const read = async (path: string) => (await auditLog.readTile(tenantId, path))?.bytes ?? null;
    const readPath = (path: string) => read(path.replace(/^tile\//, ''));
    const readHash = readHashFromTiles({
      ...{ size, sha256: sha256Bytes },
      readTile: async (tile) => (await readPath(tilePath(tile))) ?? new Uint8Array(),
    });
    expect(toHex(await readRoot(size, { readHash, sha256: sha256Bytes }))).toBe(root);
    for (const tile of listTiles({ older: 0, newer: size })) {
      if (tile.level > 0) continue;
      const bundle = await readPath(entriesPath(tile));
      const hashes = await readPath(tilePath(tile));
      const leaves = decodeEntryBundle(bundle ?? new Uint8Array(), tile.width);
      expect(Buffer.concat(leaves.map((leaf) => leafHash(leaf, sha256Bytes)))).toEqual(
        Buffer.from(hashes ?? []),
      );
    }
    // Of an older checkpoint, too.
    expect((await read('0/000.p/3'))?.length).toBe(96);
    for (const odd of [
      '0/002.p/89',
      'entries/002.p/89',
      '0/3',
      '0/003',
      '2/000.p/1',
      '../key',
      '',
      '0/000/',
      '0/000.p/0',
    ]) {
      expect(await read(odd), odd).toBeNull();
    }
  });

  it('has a checkpoint and nothing else while it is empty', async () => {
    expect(await auditLog.checkpoint(tenantId)).toMatchObject({ size: 0 });
    expect(await auditLog.readTile(tenantId, '0/000.p/1')).toBeNull();
    expect(await auditLog.proveConsistency(tenantId, { from: 0, to: null })).toMatchObject({ proof: [] });
    expect(await auditLog.listLogEvents(tenantId, {}, { before: null, limit: 5 })).toEqual([]);
  });

  it('lists events as they were logged', async () => {
    record();
    const event = sampleLogEvent(1, { actor: newId('key', sampleTimeMs), state: 'proved' });
    await auditLog.note(tenantId, event);
    const { atMs: _atMs, ...said } = event;
    expect(
      await auditLog.listLogEvents(tenantId, { kind: 'access' }, { before: null, limit: 5 }),
    ).toMatchObject([{ leafIndex: 1, entry: { ...said, tenantId, commitments: [] } }]);
  });

  it('reports that nothing can be logged', async () => {
    const failing = createAuditLog({
      ...{ signer, checkpointer: openLedger({ store, key, folder: folder.path }) },
      records: { getRecord: async () => null, readSalts: async () => [] },
      store: { ...store, append: () => Promise.reject(new Error('the disk is gone')) },
    });
    await expect(failing.note(tenantId, sampleLogEvent(1))).rejects.toMatchObject({
      code: 'audit_unavailable',
    });
  });
});
