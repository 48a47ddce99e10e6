import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logKeyListSchema } from '@avow/contract/records';
import type { Scope } from '@avow/contract/roles';
import { auditProofSchema, consistencySchema } from '@avow/contract/testing';
import { fromHex, sha256Bytes, toHex } from '@avow/ledger';
import {
  followKeyChanges,
  openCheckpoint,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
} from '@avow/ledger-log/notes';
import { verifyConsistency } from '@avow/ledger-log/tree';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { verifyEd25519 } from '../../src/secrets/verify-ed25519.ts';
import { recordTerminal } from '../support/record-terminal.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

const scopes: readonly Scope[] = ['query:write', 'messages:read', 'audit:read', 'log:read'];

let root: string;
let service: TestService;
let tenantId: string;
let key: string;
let messageId: string;
/** What an auditor noted before the key was replaced. */
let trusted: string;

const open = async (note: string, verifierKey: string) =>
  openCheckpoint(Buffer.from(note), {
    origin: `avow/${tenantId}`,
    keys: [await parseVerifierKey(verifierKey, sha256Bytes)],
    verify: verifyEd25519,
  });

const readProof = async () =>
  auditProofSchema.parse((await service.get(key, `/v1/messages/${messageId}/audit/proof`)).json());
const readKeys = async () => logKeyListSchema.parse((await service.get(key, '/v1/log/keys')).json()).data;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'avow-log-keys-'));
  const directory = join(root, 'data');
  service = await startTestService({ directory });
  const id = await service.createTenant('office');
  tenantId = id;
  key = await service.createKey(id, { scopes });
  await service.loadPack(id, officePack);
  messageId = (await service.ask(key, { prompt: 'Who approves travel?' })).message_id;
  trusted = (await readProof()).verifier_key;
  expect(await readKeys()).toEqual([
    { verifier_key: trusted, from_size: 0, until_size: null, statement: null },
  ]);
  await service.close();
  const to = join(root, 'log-2.key');
  const { terminal, said } = recordTerminal();
  const env = { AVOW_DATA_DIR: directory, AVOW_SEARCH_BY_MEANING: 'off' };
  expect(await runCli(['audit', 'rotate-key', '--to', to], env, terminal), said().err).toBe(0);
  service = await startTestService({ directory, env: { AVOW_LOG_KEY_FILE: to } });
});

afterAll(async () => {
  await service.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a log whose key was replaced', () => {
  it('lists its keys, and an auditor who has the old one can follow to the new one', async () => {
    const keys = await readKeys();
    expect(keys).toHaveLength(2);
    expect(keys[0]?.verifier_key).toBe(trusted);
    const statements = keys.flatMap(({ statement }) => (statement === null ? [] : [statement]));
    const periods = await followKeyChanges(await parseVerifierKey(trusted, sha256Bytes), statements, {
      ...{ origin: `avow/${tenantId}`, sha256: sha256Bytes, verify: verifyEd25519 },
    });
    expect(periods.map(({ fromSize, untilSize }) => [fromSize, untilSize])).toEqual(
      keys.map((one) => [one.from_size, one.until_size]),
    );
    expect((await service.get(key, '/v1/log/key')).body.trim()).toBe(keys[1]?.verifier_key);
  });

  it('proves earlier records under a checkpoint of the current key, and the proof stays the same', async () => {
    const proof = await readProof();
    expect(proof.verifier_key).not.toBe(trusted);
    expect((await open(proof.checkpoint.note, proof.verifier_key)).size).toBe(proof.checkpoint.size);
    await service.ask(key, { prompt: 'Where is the canteen?' });
    expect((await readProof()).checkpoint).toEqual(proof.checkpoint);
  });

  it('signs what follows with the new key alone', async () => {
    const { message_id: later } = await service.ask(key, { prompt: 'Where do visitors sign in?' });
    const { checkpoint, verifier_key: current } = auditProofSchema.parse(
      (await service.get(key, `/v1/messages/${later}/audit/proof`)).json(),
    );
    expect((await open(checkpoint.note, current)).extensions).toEqual([]);
    await expect(open(checkpoint.note, trusted)).rejects.toMatchObject({ code: 'signature_missing' });
  });

  it('proves for a checkpoint of any size that the trees of its keys are parts of one log', async () => {
    const read = async (size: number) =>
      logKeyListSchema.parse((await service.get(key, `/v1/log/keys?size=${size}`)).json());
    const [{ until_size: until } = {}, current] = await readKeys();
    const untilSize = Number(until);
    const newest = await open(
      (await service.get(key, '/v1/log/checkpoint')).body,
      current?.verifier_key ?? '',
    );
    for (const size of [0, 1, untilSize - 1, untilSize, newest.size]) {
      const { data, consistency } = await read(size);
      expect(consistency).toHaveLength(1);
      const statement = Buffer.from(data[0]?.statement ?? '');
      const { root: changedRoot } = parseCheckpoint(parseNote(statement).text);
      const { from, to } = consistencySchema.parse(
        (
          await service.get(
            key,
            `/v1/log/consistency?from=${Math.min(size, untilSize)}&to=${Math.max(size, untilSize)}`,
          )
        ).json(),
      );
      const [older, newer] = [from, to].map((tree) => ({ size: tree.size, root: fromHex(tree.root) }));
      if (older === undefined || newer === undefined) throw new Error('there are two trees');
      expect(toHex(changedRoot)).toBe(size <= untilSize ? to.root : from.root);
      await verifyConsistency({ older, newer, proof: (consistency[0] ?? []).map(fromHex) }, sha256Bytes);
    }
    expect((await service.get(key, '/v1/log/keys')).json().consistency).toEqual([]);
    expect((await service.get(key, `/v1/log/keys?size=${newest.size + 1000}`)).statusCode).toBe(404);
    expect((await service.get(key, '/v1/log/keys?size=x')).statusCode).toBe(422);
  });

  it('has the change among its events', async () => {
    const { body } = await service.get(key, '/v1/log/events?kind=rekey');
    const [event] = JSON.parse(body).data;
    const [before, after] = await readKeys();
    expect(event).toMatchObject({
      ...{ kind: 'rekey', action: 'log_key_replaced', actor: 'operator' },
      details: { previous_key: before?.verifier_key, next_key: after?.verifier_key },
    });
  });
});
