import { createHmac, hash } from 'node:crypto';
import type { Scope } from '@avow/contract/roles';
import { auditProofSchema, consistencySchema, logEventPageSchema } from '@avow/contract/testing';
import type { TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import { leafHash, parseEntry } from '@avow/ledger-log/entries';
import { openCheckpoint, parseVerifierKey, type VerifierKey } from '@avow/ledger-log/notes';
import { decodeEntryBundle } from '@avow/ledger-log/tiles';
import { verifyConsistency, verifyInclusion } from '@avow/ledger-log/tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nothingElse, sampleMessage } from '../../src/storage/contract/samples.ts';
import { erasureClient } from '../support/erasure-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const scopes: readonly Scope[] = ['query:write', 'messages:read', 'audit:read', 'log:read'];
const sha256 = (bytes: Uint8Array) => new Uint8Array(hash('sha256', bytes, 'buffer'));
const fromHex = (digits: string) => new Uint8Array(Buffer.from(digits, 'hex'));

let service: TestService;
let tenantId: TenantId;
let key: string;
/** To the letter, as a client would keep it. */
let kept: string;
let messageId: string;

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes });
  await service.loadPack(tenantId, officePack);
  await service.ask(key, { prompt: 'Where is the canteen?' });
  kept = (await service.post(key, { prompt: 'Who approves travel?' })).body;
  messageId = JSON.parse(kept).message_id;
  await service.ask(key, { prompt: 'Where do visitors sign in?' });
});

afterAll(() => service.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => service.get(key, path, headers);
const proofPath = (id = messageId) => `/v1/messages/${id}/audit/proof`;

/** The newest checkpoint, opened as somebody would who has the key from elsewhere. */
async function readCheckpoint() {
  const text = (await get('/v1/log/key')).body;
  const verifier: VerifierKey = await parseVerifierKey(text.trimEnd(), sha256);
  return openNote((await get('/v1/log/checkpoint')).rawPayload, verifier);
}

const openNote = (note: Uint8Array, verifier: VerifierKey) =>
  openCheckpoint(note, {
    origin: `avow/${tenantId}`,
    keys: [verifier],
    verify: async ({ publicKey, message, signature }) => {
      const imported = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
      return crypto.subtle.verify('Ed25519', imported, signature, message);
    },
  });

/** Has so many entries signed. */
async function grow(count: number) {
  const event = {
    kind: 'access',
    subject: 'msg_x',
    state: 'read',
    atMs: 0,
    actor: 'operator',
    details: [],
  } as const;
  await service.data.store.log.append(
    tenantId,
    Array.from({ length: count }, () => event),
  );
  const message = sampleMessage();
  await service.data.store.records.finishMessage(tenantId, message, nothingElse);
  // Proving what no checkpoint covers yet makes one.
  expect((await get(proofPath(message.messageId))).statusCode).toBe(200);
}

describe('GET /v1/messages/{message_id}/audit/proof', () => {
  it('[CON-11-09] [CON-12-01] [CON-12-02] [CON-12-03] proves the record, and that the copy of a client is what was logged', async () => {
    const answer = await get(proofPath());
    expect(answer.statusCode).toBe(200);
    const proof = auditProofSchema.parse(answer.json());
    expect(proof.verifier_key).toBe((await get('/v1/log/key')).body.trimEnd());
    const verifier = await parseVerifierKey(proof.verifier_key, sha256);
    const checkpoint = await openNote(Buffer.from(proof.checkpoint.note), verifier);
    const leaf = leafHash(Buffer.from(proof.entry), sha256);
    expect(Buffer.from(leaf).toString('hex')).toBe(proof.leaf_hash);
    const inclusion = { index: proof.leaf_index, leafHash: leaf, proof: proof.inclusion.map(fromHex) };
    await verifyInclusion({ ...checkpoint, ...inclusion }, sha256);
    const entry = parseEntry(proof.entry);
    expect(entry).toMatchObject({ kind: 'record', subject: messageId, tenantId, state: 'delivered' });
    const opens = (field: string, text: string) =>
      createHmac('sha256', fromHex(proof.salts?.[field] ?? ''))
        .update(text)
        .digest('hex') === entry.commitments.find(([name]) => name === field)?.[1];
    expect(opens('response', kept)).toBe(true);
    expect(opens('response', `${kept} `)).toBe(false);
    expect(opens('question', 'Who approves travel?')).toBe(true);
    expect(Object.keys(proof.salts ?? {}).sort()).toEqual(entry.commitments.map(([name]) => name).sort());
    expect(new Set(Object.values(proof.salts ?? {})).size).toBe(entry.commitments.length);
  });

  it('[CON-12-19] [CON-12-20] is logged before it is shown, unless the client already has it', async () => {
    const accesses = async () => {
      const events = logEventPageSchema.parse(
        (await get(`/v1/log/events?kind=access&subject=${messageId}`)).json(),
      );
      return events.data.filter(({ action }) => action === 'proved').length;
    };
    const before = await accesses();
    const first = await get(proofPath());
    expect(await accesses()).toBe(before + 1);
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('no-store');
    const again = await get(proofPath(), { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    expect(await accesses()).toBe(before + 1);
    // The log has grown since, and the proof is the same.
    expect((await get(proofPath())).body).toBe(first.body);
  });

  it('[CON-12-04] exists for an erased record too, with the erasure event and without content', async () => {
    const { message_id: id } = await service.ask(key, { prompt: 'Where is the canteen?' });
    const whole = auditProofSchema.parse((await get(proofPath(id))).json());
    expect(whole.events).toEqual([]);
    const eraser = await service.createKey(tenantId, { scopes: ['audit:erase'] });
    const erased = await erasureClient(service, eraser).erased(id);
    const proof = auditProofSchema.parse((await get(proofPath(id))).json());
    expect([proof.leaf_index, proof.entry]).toEqual([whole.leaf_index, whole.entry]);
    expect(Object.keys(proof.salts ?? {})).toEqual(['facts', 'rules']);
    expect(proof.events).toMatchObject([erased.log]);
    expect(parseEntry(proof.events[0]?.entry ?? '')).toMatchObject({
      kind: 'erasure',
      subject: id,
      state: 'erased',
    });
    expect(proof.checkpoint.size).toBeGreaterThan(proof.events[0]?.leaf_index ?? 0);
  });

  it('[CON-12-05] [CON-12-23] does not exist for unknown messages, those of other tenants, or unfinished ones', async () => {
    const other = await service.createKey(await service.createTenant('other'), { scopes });
    for (const read of [
      await service.get(other, proofPath()),
      await get(proofPath(newId('msg', 1))),
      await get(proofPath('nothing')),
    ]) {
      expect(problemOf(read)).toMatchObject({ code: 'not_found' });
    }
    const message = sampleMessage({ status: 'processing' });
    await service.data.store.records.admitMessage(tenantId, message);
    expect(problemOf(await get(proofPath(message.messageId)))).toMatchObject({
      code: 'invalid_state',
      status: 409,
    });
    const unscoped = await service.createKey(tenantId, { scopes: ['log:read'] });
    expect(problemOf(await service.get(unscoped, proofPath()))).toMatchObject({ code: 'insufficient_scope' });
  });
});

describe('GET /v1/log', () => {
  it('[CON-11-19] [CON-12-06] [CON-12-07] has the newest checkpoint, byte for byte', async () => {
    const checkpoint = await readCheckpoint();
    expect(checkpoint.size).toBeGreaterThanOrEqual(2);
    const read = await get('/v1/log/checkpoint');
    expect(read.headers['content-type']).toMatch(/^text\/plain/);
    const etag = String(read.headers.etag);
    expect((await get('/v1/log/checkpoint', { 'if-none-match': etag })).statusCode).toBe(304);
    await grow(1);
    const next = await get('/v1/log/checkpoint', { 'if-none-match': etag });
    expect([next.statusCode, next.headers.etag === etag]).toEqual([200, false]);
    const unscoped = await service.createKey(tenantId, { scopes: ['audit:read'] });
    for (const path of ['checkpoint', 'key', 'tile/0/000', 'consistency?from=0', 'events'])
      expect(problemOf(await service.get(unscoped, `/v1/log/${path}`)).code).toBe('insufficient_scope');
  });

  it('[CON-12-08] [CON-12-09] [CON-12-10] has the tiles and entries of the newest checkpoint', async () => {
    await grow(300);
    const { size } = await readCheckpoint();
    const tile = await get('/v1/log/tile/0/000');
    const entries = await get('/v1/log/tile/entries/000');
    for (const read of [tile, entries]) {
      expect(read.statusCode).toBe(200);
      expect(read.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'cache-control': 'private, max-age=31536000, immutable',
      });
    }
    expect(tile.rawPayload).toHaveLength(256 * 32);
    const hashes = decodeEntryBundle(entries.rawPayload, 256).map((leaf) => leafHash(leaf, sha256));
    expect(Buffer.concat(hashes)).toEqual(tile.rawPayload);
    const etag = String(tile.headers.etag);
    expect((await get('/v1/log/tile/0/000', { 'if-none-match': etag })).statusCode).toBe(304);
    const partial = await get(`/v1/log/tile/0/001.p/${size - 256}`);
    expect(partial.rawPayload).toHaveLength((size - 256) * 32);
    expect((await get('/v1/log/tile/1/000.p/1')).rawPayload).toHaveLength(32);
    const beyond = [
      `0/001.p/${size - 255}`,
      '0/001',
      'entries/001',
      '2/000.p/1',
      '0/0',
      'x',
      '0/000/',
      '0%2F000.p',
    ];
    for (const path of beyond)
      expect(problemOf(await get(`/v1/log/tile/${path}`)), path).toMatchObject({
        ...{ code: 'not_found', detail: expect.stringContaining('is LEVEL/INDEX such as 0/000') },
      });
  });

  it('[CON-12-11] proves that the log is append-only', async () => {
    const older = await readCheckpoint();
    await grow(5);
    const newer = await readCheckpoint();
    const read = await get(`/v1/log/consistency?from=${older.size}&to=${newer.size}`);
    const proved = consistencySchema.parse(read.json());
    expect(proved.from.size).toBe(older.size);
    await verifyConsistency({ older, newer, proof: proved.proof.map(fromHex) }, sha256);
    const etag = String(read.headers.etag);
    const again = await get(`/v1/log/consistency?from=${older.size}&to=${newer.size}`, {
      'if-none-match': etag,
    });
    expect(again.statusCode).toBe(304);
    const newest = consistencySchema.parse((await get(`/v1/log/consistency?from=${older.size}`)).json());
    expect(newest.to.size).toBeGreaterThanOrEqual(newer.size);
    expect(problemOf(await get('/v1/log/consistency?from=99999999')).code).toBe('not_found');
    for (const odd of ['', '?from=-1', '?from=x', '?from=5&to=4', '?from=1&from=2', '?from=1&odd=1'])
      expect(problemOf(await get(`/v1/log/consistency${odd}`)).code, odd).toBe('validation_failed');
  });

  it('[CON-12-22] lists events newest first, page by page', async () => {
    await grow(4);
    const all = logEventPageSchema.parse((await get('/v1/log/events?limit=100&kind=access')).json()).data;
    const paged: typeof all = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = logEventPageSchema.parse((await get(`/v1/log/events?limit=3&kind=access${query}`)).json());
      paged.push(...page.data);
      cursor = paged.length < 12 ? page.next_cursor : null;
    }
    expect(paged).toEqual(all.slice(0, 12));
    const indexes = all.map(({ leaf_index }) => leaf_index);
    expect(indexes).toEqual(indexes.toSorted((one, other) => other - one));
    const { next_cursor: cursor } = (await get('/v1/log/events?limit=1&kind=access')).json();
    expect(problemOf(await get(`/v1/log/events?limit=1&cursor=${cursor}`)).code).toBe('invalid_cursor');
    expect(problemOf(await get('/v1/log/events?kind=record')).code).toBe('validation_failed');
    expect((await get('/v1/log/events?kind=hold')).json().data).toEqual([]);
  });
});
