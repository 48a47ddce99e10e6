import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditRecordSchema, messageSchema, type QueryResponse, queryResponseSchema } from '@avow/contract';
import { AppError, newSuffix } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { sealEnvelope } from '../../src/features/records/envelope.ts';
import { openEnvelope } from '../../src/features/records/records.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'avow-async-'));
});

afterEach(() => rm(directory, { recursive: true, force: true }));

const later = { prefer: 'respond-async' };

async function untilEnded(service: TestService, key: string, messageId: string): Promise<QueryResponse> {
  return await waitFor(async () => {
    const message = messageSchema.parse((await service.get(key, `/v1/messages/${messageId}`)).json());
    return message.status !== 'queued' && message.status !== 'processing' && message;
  });
}

/** Look-ups of curated pairs never come back: what was begun stays begun. */
const stuck = (data: DataFolder) => ({
  ...data,
  store: {
    ...data.store,
    content: { ...data.store.content, findCurated: () => new Promise<never>(() => undefined) },
  },
});

describe('Prefer: respond-async', () => {
  it('[CON-6-17] [CON-3-41] [CON-1-06] [CON-3-11] [CON-3-03] accepts a question at once, and answers it later', async () => {
    const service = await startTestService({ directory });
    const tenantId = await service.createTenant('office');
    const key = await service.createKey(tenantId);
    await service.loadPack(tenantId, officePack);
    const accepted = await service.post(key, { prompt: 'Where is the canteen?' }, later);
    expect(accepted.statusCode).toBe(202);
    const body = queryResponseSchema.parse(accepted.json());
    expect(body).toMatchObject({
      status: 'queued',
      answer: '',
      source_type: 'none',
      agent_context: { suggested_next_action: 'retry_later' },
    });
    expect(accepted.headers.location).toBe(`http://127.0.0.1:0/v1/messages/${body.message_id}`);
    expect(accepted.headers['preference-applied']).toBe('respond-async');
    // Durable before the 202: it can be read now, whether it has ended or not.
    expect(await service.data.store.records.getMessage(tenantId, body.message_id)).not.toBeNull();
    const ended = await untilEnded(service, key, body.message_id);
    expect(ended).toMatchObject({
      status: 'delivered',
      answer: 'On the second floor, next to the library.',
      thread_id: body.thread_id,
      created_at: body.created_at,
    });
    await service.close();
  });

  it('[CON-3-19] [CON-3-21] lists every guardrail of a question that waits: those of the prompt have run, the others have not', async () => {
    const service = await startTestService({ directory, wrap: stuck, env: { AVOW_SHUTDOWN_GRACE_MS: '0' } });
    const key = await service.createKey(await service.createTenant('office'));
    const prompt = 'Is 4111 1111 1111 1111 a card?';
    const accepted = await service.post(key, { prompt }, later);
    const { message_id, guardrails } = queryResponseSchema.parse(accepted.json());
    const { guardrails: ofEnded } = await service.ask(key, { prompt: 'Who\u0007 travels?' });
    const idsOf = (results: QueryResponse['guardrails']) => results.map(({ guardrail_id }) => guardrail_id);
    expect(idsOf(guardrails)).toEqual(idsOf(ofEnded));
    for (const { stage, status, compliant, name } of guardrails) {
      expect(status).toBe(stage === 'input' ? 'ok' : 'skipped');
      expect(compliant).toBe(stage === 'input' && name !== 'Personal data');
    }
    const read = await service.get(key, `/v1/messages/${message_id}`);
    expect(messageSchema.parse(read.json()).guardrails).toEqual(guardrails);
    await service.close();
  });

  it('[CON-4-10] shows the audit record of a message that has not ended, without a place in the log', async () => {
    const service = await startTestService({ directory, wrap: stuck, env: { AVOW_SHUTDOWN_GRACE_MS: '0' } });
    const key = await service.createKey(await service.createTenant('office'));
    const { message_id } = (await service.post(key, { prompt: 'x' }, later)).json();
    const record = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${message_id}/audit`)).json(),
    );
    expect(['queued', 'processing']).toContain(record.status);
    expect(record).toMatchObject({ log: null, answer: '', confidence_score: 0 });
    await service.close();
  });

  it('[CON-1-11] [CON-3-05] takes up after a crash all that was accepted, more than the queue would take at once', async () => {
    const first = await startTestService({ directory, wrap: stuck });
    const tenantId = await first.createTenant('office');
    const key = await first.createKey(tenantId);
    await first.loadPack(tenantId, officePack);
    const ids: string[] = [];
    for (let i = 0; i < 9; i += 1)
      ids.push((await first.post(key, { prompt: 'Where is the canteen?' }, later)).json().message_id);
    // The process dies: nothing is drained, the store is merely let go.
    await first.data.close();
    const second = await startTestService({ directory, env: { AVOW_QUEUED_MAX: '2' } });
    const ended = await Promise.all(ids.map((id) => untilEnded(second, key, id)));
    expect(ended.map(({ status }) => status)).toEqual(new Array(9).fill('delivered'));
    const places = await Promise.all(
      ids.map(async (id) => (await second.get(key, `/v1/messages/${id}/audit`)).json().log.leaf_index),
    );
    expect(new Set(places).size).toBe(9);
    await second.close();
  });

  it('leaves what a shutdown cannot wait for to the next start', async () => {
    const first = await startTestService({ directory, wrap: stuck, env: { AVOW_SHUTDOWN_GRACE_MS: '50' } });
    const tenantId = await first.createTenant('office');
    const key = await first.createKey(tenantId);
    await first.loadPack(tenantId, officePack);
    const { message_id } = (await first.post(key, { prompt: 'Where is the canteen?' }, later)).json();
    await first.close();
    const second = await startTestService({ directory });
    expect((await untilEnded(second, key, message_id)).status).toBe('delivered');
    await second.close();
  });

  it('[CON-1-09] fails after a crash what somebody was waiting for', async () => {
    const first = await startTestService({ directory, wrap: stuck });
    const tenantId = await first.createTenant('office');
    const key = await first.createKey(tenantId);
    const { message_id } = (await first.post(key, { prompt: 'x' }, later)).json();
    const stored = await first.data.store.records.getMessage(tenantId, message_id);
    if (stored === null) throw new Error('not stored');
    // As a message is admitted whose client stays on the line: with nothing in it to take it up again.
    const suffix = newSuffix(stored.createdAtMs);
    const content = openEnvelope(stored.envelope);
    const response = {
      ...content.response,
      message_id: `msg_${suffix}`,
      request_id: `req_${suffix}`,
      audit_ref: `aud_${suffix}`,
    } as const;
    const envelope = sealEnvelope(
      { ...content, resume: null },
      { answer: response.answer, responseJson: JSON.stringify(response) },
    );
    await first.data.store.records.admitMessage(tenantId, {
      ...stored,
      messageId: `msg_${suffix}`,
      status: 'processing',
      envelope,
    });
    await first.data.close();
    const second = await startTestService({ directory });
    const failed = await untilEnded(second, key, `msg_${suffix}`);
    expect(failed).toMatchObject({
      status: 'failed',
      answer: '',
      agent_context: { suggested_next_action: 'retry_later' },
    });
    const record = auditRecordSchema.parse(
      (await second.get(key, `/v1/messages/msg_${suffix}/audit`)).json(),
    );
    expect(record.log).not.toBeNull();
    expect(failed.guardrails).toEqual(response.guardrails);
    expect(failed.guardrails.map(({ status }) => status)).toEqual(expect.arrayContaining(['ok', 'skipped']));
    await second.close();
  });

  it('frees the idempotency key of a question that the queue had no place for', async () => {
    const service = await startTestService({
      directory,
      wrap: stuck,
      env: { AVOW_QUEUED_MAX: '1', AVOW_SHUTDOWN_GRACE_MS: '0' },
    });
    const key = await service.createKey(await service.createTenant('office'));
    const codes: string[] = [];
    for (let i = 0; i < 8; i += 1) {
      const headers = { ...later, 'idempotency-key': 'again' };
      const response = await service.post(key, { prompt: `fill ${i}` }, i < 6 ? later : headers);
      codes.push(response.statusCode === 202 ? 'accepted' : problemOf(response).code);
    }
    expect(codes.slice(-2)).toEqual(['overloaded', 'overloaded']);
    await service.close();
  });

  it('answers what it accepted even if the store fails for a while in between', async () => {
    let failing = false;
    let failed = 0;
    const service = await startTestService({
      directory,
      wrap: (data) => {
        const { records } = data.store;
        const guarded =
          <Args extends unknown[], Value>(call: (...args: Args) => Promise<Value>) =>
          (...args: Args) => {
            if (!failing) return call(...args);
            failed += 1;
            return Promise.reject(new AppError('audit_unavailable'));
          };
        return {
          ...data,
          store: {
            ...data.store,
            records: {
              ...records,
              startMessage: guarded(records.startMessage),
              finishMessage: guarded(records.finishMessage),
            },
          },
        };
      },
    });
    const tenantId = await service.createTenant('office');
    const key = await service.createKey(tenantId);
    await service.loadPack(tenantId, officePack);
    failing = true;
    const { message_id } = (await service.post(key, { prompt: 'Where is the canteen?' }, later)).json();
    await waitFor(() => failed >= 2);
    expect(['queued', 'processing']).toContain(
      (await service.get(key, `/v1/messages/${message_id}`)).json().status,
    );
    failing = false;
    expect((await untilEnded(service, key, message_id)).status).toBe('delivered');
    await service.close();
  });

  it('replays an accepted question under its idempotency key, even after a crash', async () => {
    const first = await startTestService({ directory, wrap: stuck });
    const tenantId = await first.createTenant('office');
    const key = await first.createKey(tenantId);
    await first.loadPack(tenantId, officePack);
    for (let i = 0; i < 4; i += 1) await first.post(key, { prompt: 'fill the places' }, later);
    const accepted = await first.post(
      key,
      { prompt: 'Where is the canteen?' },
      { ...later, 'idempotency-key': 'k' },
    );
    await first.data.close();
    const second = await startTestService({ directory });
    const { message_id } = accepted.json();
    await untilEnded(second, key, message_id);
    const again = await second.post(
      key,
      { prompt: 'Where is the canteen?' },
      { ...later, 'idempotency-key': 'k' },
    );
    expect([again.statusCode, again.headers['idempotent-replayed'], again.json().message_id]).toEqual([
      200,
      'true',
      message_id,
    ]);
    await second.close();
  });
});
