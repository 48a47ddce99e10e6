import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryResponseSchema } from '@avow/contract/query';
import { auditRecordSchema } from '@avow/contract/testing';
import { describe, expect, it } from 'vitest';
import { officePack, startTestService } from './support/test-service.ts';

describe('what a message leaves behind', () => {
  it('[CON-9-01] [CON-9-03] [CON-9-04] is one event for its end and one for a tripped guardrail, without any text', async () => {
    const service = await startTestService();
    const tenantId = await service.createTenant('office');
    const key = await service.createKey(tenantId);
    await service.loadPack(tenantId, officePack);
    const answered = await service.ask(key, {
      prompt: 'Where is the canteen?',
      end_user_id: 'ada',
      metadata: { note: 'private' },
    });
    const blocked = await service.ask(key, { prompt: 'ring the bell \u0007' });
    const database = new DatabaseSync(join(service.directory, 'avow.db'), { readOnly: true });
    const rows = database.prepare('SELECT tenant_id, type, body FROM outbox ORDER BY seq').all() as Array<{
      tenant_id: string;
      type: string;
      body: string;
    }>;
    database.close();
    const [published, ...ofMessages] = rows;
    expect(published?.type).toBe('content_pack.published');
    const [pack] = await service.data.store.content.listPacks(tenantId, { after: null, limit: 1 });
    expect(JSON.parse(published?.body ?? '').data).toEqual({
      pack_id: pack?.packId,
      version: 1,
      document_count: 2,
      qna_count: 2,
      passage_count: 6,
    });
    await service.close();
    expect(ofMessages.map(({ type }) => type)).toEqual([
      'message.delivered',
      'message.blocked',
      'guardrail.tripped',
    ]);
    expect(rows.every(({ tenant_id }) => tenant_id === tenantId)).toBe(true);
    const [first, second] = ofMessages.map(({ body }) => JSON.parse(body));
    expect(first).toMatchObject({
      type: 'message.delivered',
      data: {
        message_id: answered.message_id,
        thread_id: answered.thread_id,
        status: 'delivered',
        band: 'high',
      },
    });
    expect(second.data).toEqual({
      message_id: blocked.message_id,
      request_id: blocked.request_id,
      thread_id: blocked.thread_id,
      status: 'blocked',
      band: 'none',
    });
    for (const { body } of rows) expect(body).not.toMatch(/canteen|floor|bell|ada|private/);
  });
});

describe('an answer whose quotes differ from the stored text', () => {
  it('[CON-3-09] is withheld as ungrounded, and triggers the tripwire', async () => {
    const service = await startTestService({
      wrap: (data) => ({
        ...data,
        store: {
          ...data.store,
          content: { ...data.store.content, readQuote: async () => 'something else entirely' },
        },
      }),
    });
    const tenantId = await service.createTenant('office');
    const key = await service.createKey(tenantId);
    await service.loadPack(tenantId, officePack);
    const response = await service.post(key, {
      prompt: 'How many days of paid holiday does an employee have?',
    });
    const body = queryResponseSchema.parse(response.json());
    expect(body).toMatchObject({
      status: 'blocked',
      citations: [],
      source_type: 'none',
      agent_context: {
        blocked_reason: 'ungrounded',
        suggested_next_action: 'escalate_to_human',
        knowledge_grounded: false,
      },
    });
    expect(response.body).not.toContain('27 days');
    const record = auditRecordSchema.parse(
      (await service.get(key, `/v1/messages/${body.message_id}/audit`)).json(),
    );
    expect(record.tripwire_triggered).toBe(true);
    await service.close();
  });

  it('is not given if its document was removed meanwhile: the question is no longer covered', async () => {
    const service = await startTestService({
      wrap: (data) => ({
        ...data,
        store: { ...data.store, content: { ...data.store.content, readQuote: async () => null } },
      }),
    });
    const tenantId = await service.createTenant('office');
    const key = await service.createKey(tenantId);
    await service.loadPack(tenantId, officePack);
    const body = await service.ask(key, { prompt: 'How many days of paid holiday does an employee have?' });
    expect(body).toMatchObject({ status: 'delivered', source_type: 'none' });
    await service.close();
  });
});
