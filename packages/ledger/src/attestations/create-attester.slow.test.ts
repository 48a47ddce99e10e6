import { X509Certificate } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { TenantId } from '@avow/foundation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogSigner, logOrigin } from '../checkpoints/create-log-signer.ts';
import { createMemoryLogStore, type MemoryLogStore } from '../checkpoints/test-support/memory-log-store.ts';
import { newAnchorFolder, newLogKey, openLedger } from '../checkpoints/test-support/open-ledger.ts';
import { issue, timeStamping } from '../time-stamps/test-support/authority-keys.ts';
import {
  answerStampRequest,
  type RunningAuthority,
  startAuthority,
} from '../time-stamps/test-support/time-stamp-authority.ts';
import type { Witness } from '../witness/create-witness.ts';
import { openWitness, serveWitness, verifyEd25519 } from '../witness/test-support/open-witness.ts';
import type { AttestationFailure, Attestor } from './attestation.ts';
import { createAttester } from './create-attester.ts';
import { createTimeStamper } from './create-time-stamper.ts';
import { createWitnessClient } from './create-witness-client.ts';
import {
  createMemoryAttestationStore,
  type MemoryAttestationStore,
} from './test-support/memory-attestation-store.ts';
import { verifyAttestation } from './verify-attestation.ts';

const hourMs = 3_600_000;
const key = newLogKey();

let log: MemoryLogStore;
let attestations: MemoryAttestationStore;
let folder: ReturnType<typeof newAnchorFolder>;
let ledger: ReturnType<typeof openLedger>;
let nowMs: number;
let failures: AttestationFailure[];
let attested: number;
const clock = { nowMs: () => nowMs };

beforeEach(() => {
  log = createMemoryLogStore();
  attestations = createMemoryAttestationStore();
  folder = newAnchorFolder();
  ledger = openLedger({ store: log, key, folder: folder.path });
  nowMs = Date.UTC(2026, 10, 19, 17);
  failures = [];
  attested = 0;
});
afterEach(async () => {
  await ledger.close();
  folder.remove();
});

const open = (...attestors: readonly Attestor[]) =>
  createAttester({
    ...{ log, attestations, attestors, clock },
    onFailure: (_source, _tenantId, failure) => failures.push(failure),
    onAttested: () => attested++,
  });

async function grow(tenantId: TenantId, count: number): Promise<void> {
  const event = {
    kind: 'access',
    subject: 'msg_1',
    state: 'read',
    atMs: nowMs,
    actor: 'key_1',
    details: [],
  } as const;
  await log.append(tenantId, new Array(count).fill(event));
  await ledger.signGrown();
}

const sizesOf = (tenantId: TenantId) => attestations.list(tenantId).map(({ size }) => size);
const codes = () => failures.map(({ code }) => code);

describe('time stamps of checkpoints', () => {
  let authority: RunningAuthority;
  let stamper: Attestor;
  beforeEach(async () => {
    authority = await startAuthority({ now: () => new Date(nowMs) });
    const roots = [new X509Certificate(authority.rootPem)];
    stamper = createTimeStamper({ url: authority.url, roots, everyMs: hourMs, clock, timeoutMs: 2000 });
  });
  afterEach(() => authority.close());

  it('are made of the newest checkpoint at intervals, and prove its time', async () => {
    const tenantId = log.newTenant();
    const attester = open(stamper);
    await attester.attestDue();
    await grow(tenantId, 3);
    await attester.attestDue();
    await grow(tenantId, 2);
    nowMs += hourMs - 1;
    await attester.attestDue();
    expect(sizesOf(tenantId)).toEqual([3]);
    nowMs += 1;
    await attester.attestDue();
    await attester.attestDue();
    expect(sizesOf(tenantId)).toEqual([3, 5]);
    expect([authority.requests.length, failures]).toEqual([2, []]);
    const checkpoint = await log.lastCheckpoint(tenantId);
    const last = await attestations.lastAttestation(tenantId, stamper);
    if (checkpoint === null || last === null) throw new Error('both are there');
    const trusted = { witnesses: [], roots: [new X509Certificate(authority.rootPem)], verify: verifyEd25519 };
    expect(await verifyAttestation(last, checkpoint.note, trusted)).toEqual({
      ...{ by: 'Authority of the tests', atMs: nowMs },
    });
    expect(await verifyAttestation(last, checkpoint.note, { ...trusted, roots: [] })).toBeNull();
    await expect(verifyAttestation(last, `${checkpoint.note}\n`, trusted)).rejects.toMatchObject({
      code: 'other_digest',
    });
    // After a restart nothing is asked again.
    await open(stamper).attestDue();
    expect(authority.requests).toHaveLength(2);
  });

  const answerWith =
    (status: number, body: string | Uint8Array, headers = {}) =>
    (response: ServerResponse) =>
      void response.writeHead(status, headers).end(body);

  it('whatever the authority does wrong, nothing is stored but what proves a time, and it is tried again', async () => {
    const tenantId = log.newTenant();
    await grow(tenantId, 3);
    const attester = open(stamper);
    const { signer, chain } = authority;
    const expired = await issue({ name: 'Authority', purposes: [timeStamping], until: '2026-01-01' });
    const stamping = { signer, chain, at: new Date(nowMs) };
    const wrong: readonly (readonly [Parameters<RunningAuthority['script']>[0], string])[] = [
      [() => answerWith(200, '<html>Sign in</html>'), 'invalid'],
      [() => answerWith(200, ''), 'invalid'],
      [() => answerWith(200, Buffer.alloc(1_000_000, 0x30)), 'invalid'],
      [() => answerWith(302, '', { location: 'http://169.254.169.254/latest/meta-data/' }), 'refused'],
      [() => answerWith(307, '', { location: `${authority.url}/elsewhere` }), 'refused'],
      [() => answerWith(403, 'no'), 'refused'],
      [() => answerWith(503, 'later'), 'unavailable'],
      [() => answerWith(429, 'later'), 'unavailable'],
      [() => (response) => void response.destroy(), 'unavailable'],
      [() => (response) => void response.writeHead(200).write('0'), 'unavailable'],
      [() => () => undefined, 'unavailable'],
      [
        (asked) => answerStampRequest(asked, { ...stamping, faults: { digest: new Uint8Array(32) } }),
        'invalid',
      ],
      [(asked) => answerStampRequest(asked, { ...stamping, faults: { nonce: 7n } }), 'invalid'],
      [(asked) => answerStampRequest(asked, { ...stamping, faults: { status: 2 } }), 'refused'],
      [(asked) => answerStampRequest(asked, { ...stamping, signer: expired }), 'invalid'],
      [(asked) => answerStampRequest(asked, { ...stamping, at: new Date(nowMs - hourMs) }), 'invalid'],
    ];
    for (const [script, code] of wrong) {
      authority.script(script);
      failures = [];
      nowMs += hourMs;
      // It states the time of the start, an hour or more ago, unless it says otherwise: only these are about the time.
      Object.assign(stamping, { at: new Date(nowMs) });
      await attester.attestDue();
      expect(codes(), String(script)).toEqual([code]);
      // Before the delay has passed it is left alone.
      await attester.attestDue();
      expect(failures).toHaveLength(1);
    }
    expect([sizesOf(tenantId), attested]).toEqual([[], 0]);
    expect(authority.requests).toHaveLength(wrong.length);
    authority.script(null);
    nowMs += hourMs;
    await attester.attestDue();
    expect([sizesOf(tenantId), attested]).toEqual([[3], 1]);
  });

  it('an authority that is down is not asked for each of many logs, and none of them is forgotten', async () => {
    const tenantIds = Array.from({ length: 9 }, () => log.newTenant());
    for (const tenantId of tenantIds) await grow(tenantId, 1);
    const attester = open(stamper);
    authority.script(() => answerWith(503, ''));
    await attester.attestDue();
    expect(failures).toHaveLength(3);
    authority.script(null);
    nowMs += hourMs;
    await attester.attestDue();
    expect(tenantIds.map(sizesOf)).toEqual(tenantIds.map(() => [1]));
  });
});

describe('cosignatures of checkpoints', () => {
  let served: Awaited<ReturnType<typeof serveWitness>>;
  let witness: Witness;
  let tenantId: TenantId;
  let client: Attestor;
  const signer = createLogSigner(key);

  beforeEach(async () => {
    tenantId = log.newTenant();
    witness = await openWitness({
      ...{ store: createMemoryAttestationStore(), nowMs: clock.nowMs },
      logs: [{ origin: logOrigin(tenantId), keys: [await signer.verifierKey(tenantId)] }],
    });
    served = await serveWitness(witness);
    client = createWitnessClient({
      ...{
        url: served.url,
        key: witness.key,
        everyMs: hourMs,
        clock,
        verify: verifyEd25519,
        timeoutMs: 2000,
      },
    });
  });
  afterEach(() => served.close());

  it('are asked for with proofs, from the size that the witness has seen', async () => {
    const attester = open(client);
    for (const count of [3, 5, 300]) {
      await grow(tenantId, count);
      await attester.attestDue();
      nowMs += hourMs;
    }
    expect([sizesOf(tenantId), failures]).toEqual([[3, 8, 308], []]);
    expect(served.bodies.map((body) => body.split('\n')[0])).toEqual(['old 0', 'old 3', 'old 8']);
    const checkpoints = await log.listCheckpoints(tenantId, { fromSize: 0, limit: 10 });
    const trusted = { witnesses: [witness.key], roots: [], verify: verifyEd25519 };
    for (const [index, found] of attestations.list(tenantId).entries()) {
      const note = checkpoints[index]?.note ?? '';
      expect(await verifyAttestation(found, note, trusted)).toEqual({
        ...{ by: 'witness.example/w1', atMs: found.atMs },
      });
      expect(await verifyAttestation(found, note, { ...trusted, witnesses: [] })).toBeNull();
    }
  });

  it('of a witness that has seen more than is known here are asked for again, from there', async () => {
    await grow(tenantId, 3);
    await open(client).attestDue();
    // As after a crash between the answer and the commit.
    attestations = createMemoryAttestationStore();
    await grow(tenantId, 4);
    await open(client).attestDue();
    expect(served.bodies.map((body) => body.split('\n')[0])).toEqual(['old 0', 'old 0', 'old 3']);
    expect([sizesOf(tenantId), failures]).toEqual([[7], []]);
    attestations = createMemoryAttestationStore();
    await open(client).attestDue();
    expect([sizesOf(tenantId), failures]).toEqual([[7], []]);
  });

  it('are refused by a witness that has seen another or a longer log, which is reported as such', async () => {
    await grow(tenantId, 3);
    const back = log.save();
    await grow(tenantId, 3);
    await open(client).attestDue();
    back();
    // A new history behind the backup.
    attestations = createMemoryAttestationStore();
    await open(client).attestDue();
    expect(codes()).toEqual(['contradicted']);
    expect(failures[0]?.message).toContain('it has seen 6 entries of this log, which now has 3');
    log.rewrite(tenantId, (texts) =>
      [...texts, ...texts, ...texts].map((text) => text.replace('key_1', 'key_2')),
    );
    log.forgetCheckpoints(tenantId, 0);
    const other = openLedger({ store: log, key, folder: `${folder.path}/other` });
    await other.signGrown();
    await other.close();
    nowMs += hourMs;
    await open(client).attestDue();
    expect(codes()).toEqual(['contradicted', 'contradicted']);
    expect(failures[1]?.message).toContain('another log');
    expect(sizesOf(tenantId)).toEqual([]);
  });

  it('whatever the witness does wrong, only its own cosignature of this tree is stored', async () => {
    await grow(tenantId, 3);
    const attester = open(client);
    const stranger = await openWitness({
      ...{ store: createMemoryAttestationStore(), nowMs: clock.nowMs },
      logs: [{ origin: logOrigin(tenantId), keys: [await signer.verifierKey(tenantId)] }],
    });
    const other = log.newTenant();
    await log.append(other, [
      { kind: 'access', subject: 'x', state: 'read', atMs: 0, actor: 'key_1', details: [] },
    ]);
    const answer =
      (status: number, text: string, headers = {}) =>
      (response: ServerResponse) =>
        void response.writeHead(status, headers).end(text);
    const lines = async (by: Witness, body: Buffer) => {
      const found = await by.addCheckpoint(body);
      return found.kind === 'cosigned' ? found.lines : '';
    };
    const scripts: readonly (readonly [Parameters<typeof served.script>[0], string])[] = [
      [answer(409, 'nonsense\n'), 'invalid'],
      [answer(409, '0\n'), 'invalid'],
      [answer(409, '1\n'), 'unavailable'],
      [answer(409, '9007199254740993\n'), 'invalid'],
      [answer(409, '4\n'), 'contradicted'],
      [answer(403, ''), 'refused'],
      [answer(404, ''), 'refused'],
      [answer(422, ''), 'contradicted'],
      [answer(500, ''), 'unavailable'],
      [answer(301, '', { location: 'http://10.0.0.1/add-checkpoint' }), 'refused'],
      [answer(200, ''), 'invalid'],
      [answer(200, 'nonsense'), 'invalid'],
      [answer(200, '\u2014 witness.example/w1 AAAA\n'), 'invalid'],
      [answer(200, 'x'.repeat(200_000)), 'invalid'],
      // Another key under the same name.
      [async (response, body) => void response.end(await lines(stranger, body)), 'invalid'],
      // Its own, of another tree.
      [
        async (response, body) => {
          const made = await lines(witness, body);
          const bytes = Buffer.from(made.split(' ')[2] ?? '', 'base64');
          bytes[40] = (bytes[40] ?? 0) ^ 1;
          response.end(`${made.split(' ').slice(0, 2).join(' ')} ${bytes.toString('base64')}\n`);
        },
        'invalid',
      ],
    ];
    for (const [script, code] of scripts) {
      served.script(script);
      failures = [];
      nowMs += hourMs;
      await attester.attestDue();
      expect(codes(), String(script)).toEqual([code]);
    }
    expect([sizesOf(tenantId), attested]).toEqual([[], 0]);
    served.script(null);
    nowMs += hourMs;
    failures = [];
    await attester.attestDue();
    expect(failures).toEqual([]);
    expect(sizesOf(tenantId)).toEqual([3]);
  });

  it('nobody waits for a witness: another source is asked meanwhile', async () => {
    await grow(tenantId, 3);
    const quick: Attestor = {
      ...{ kind: 'time_stamp', source: 'quick.example', everyMs: hourMs },
      attest: async () => ({ proof: 'token', atMs: nowMs }),
    };
    served.script(() => undefined);
    const round = open(client, quick).attestDue();
    await expect.poll(() => sizesOf(tenantId)).toEqual([3]);
    await round;
    expect(codes()).toEqual(['unavailable']);
  });
});
