import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { waitFor } from '@avow/foundation/testing';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAs, signInAs } from '../support/people-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { unpackArchive } from '../support/unpack-archive.ts';
import type { ApiOperation, IdPlace } from './list-id-places.ts';
import {
  type Ids,
  kindOf,
  operationsById,
  refusalOf,
  requestByIds,
  type Sender,
  unknownLike,
} from './request-by-ids.ts';
import {
  furnishRestricted,
  type RestrictedTenant,
  stipendQuestion,
  tenantScopes,
} from './restricted-tenant.ts';

/** Ids of what never contains what was asked or answered. A kind that is in neither list is not covered yet. */
const harmlessKinds = new Set([
  ...['tenant_id', 'pack_id', 'content_pack_id', 'content_pack_ids', 'document_id', 'qna_id', 'job_id'],
  ...[
    'item_id',
    'item_ids',
    'golden_id',
    'evaluation_id',
    'base',
    'source_id',
    'end_user_id',
    'hold_id',
    'endpoint_id',
  ],
  ...[
    'event_id',
    'user_id',
    'session_id',
    'passkey_id',
    'key_id',
    'guardrail_id',
    'proposal_id',
    'draw_id',
    'widget_id',
  ],
]);

/** Operations without an id that change something, and return nothing of records or are tried by themselves. */
const withoutIds = new Set([
  ...[
    'createContentPack',
    'eraseLogReason',
    'resetGuardrails',
    'resetCalibration',
    'refitCalibration',
    'revertCalibration',
    'setRetention',
    'endGuarantee',
    'drawAnswers',
    'replaceHandoverSettings',
    'setPurposes',
    'startEvidence',
  ],
  ...['createWebhookEndpoint', 'createUser', 'createApiKey', 'createTenant', 'callMcp', 'acceptThresholds'],
  ...['signInWithPassword', 'createPasskeySignIn', 'signInWithPasskey', 'signInWithLink', 'signOut'],
  ...['setReviewNotices', 'replaceHandoverSettings'],
  ...['setPassword', 'addPasskey', 'createPasskeyRegistration', 'endMyOtherSessions'],
]);

/** The log and what is sent to endpoints name messages, and have nothing of what is in them. */
const namesMessages = (path: string) => /^\/v1\/(?:log|audit\/moments|webhook-endpoints|holds)/.test(path);

interface Caller extends Sender {
  /** May manage content, and so read the words that answers consist of. */
  readonly readsContent: boolean;
}

let service: TestService;
let tenant: RestrictedTenant;
let outsiders: Readonly<Record<string, Caller>>;
let insiders: Readonly<Record<string, Sender>>;

beforeAll(async () => {
  service = await startTestService({
    env: { AVOW_BASE_URL: 'http://localhost', AVOW_CHECKPOINT_EVERY_MS: '10000' },
  });
  tenant = await furnishRestricted(service, 'restricted');
  const { tenantId } = tenant;
  const records = tenantScopes.filter((scope) => scope !== 'content:manage');
  outsiders = {
    'a default key': { key: await service.createKey(tenantId, { groups: [] }), readsContent: false },
    'a key of another group': {
      ...{
        key: await service.createKey(tenantId, { scopes: records, groups: ['board'] }),
        readsContent: false,
      },
    },
    'a key that manages content': {
      ...{ key: await service.createKey(tenantId, { scopes: tenantScopes, groups: [] }), readsContent: true },
    },
    'a reviewer': { person: await signInAs(service, tenantId, 'reviewer'), readsContent: false },
    'an auditor': { person: await signInAs(service, tenantId, 'auditor'), readsContent: false },
  };
  insiders = {
    'a key of the group': {
      key: await service.createKey(tenantId, { scopes: tenantScopes, groups: ['hr'] }),
    },
    'a reviewer of the group': { person: await signInAs(service, tenantId, 'reviewer', { groups: ['hr'] }) },
    'an auditor of all groups': { person: await signInAs(service, tenantId, 'auditor', { groups: ['*'] }) },
    'an owner': { person: await signInAs(service, tenantId, 'owner') },
  };
});
afterAll(() => service.close());

const get = ({ key, person }: Sender, path: string) =>
  sendAs(service, 'GET', path, key === undefined ? { ...(person && { person }) } : { key });

/** What a response shows of what was answered for the group, of what was not sent. */
function leaksIn(
  { body }: LightMyRequestResponse,
  operation: Pick<ApiOperation, 'path'>,
  { readsContent }: Caller,
  sent: readonly string[] = [],
) {
  const { asked, answered } = tenant.marks;
  const ids = namesMessages(operation.path) ? [] : Object.values(tenant.restricted);
  const marks = [...asked, ...(readsContent ? [] : answered), ...ids];
  return marks.filter((mark) => !sent.includes(mark) && body.toLowerCase().includes(mark.toLowerCase()));
}

/** Each place of a restricted id with it, and the others with ids of what the tenant has besides. */
function attemptsOn(operation: ApiOperation): ReadonlyArray<{ readonly place: IdPlace; readonly ids: Ids }> {
  const required = operation.places.filter(({ isRequired }) => isRequired);
  const fill = (place: IdPlace) => [place, tenant.ids[kindOf(operation, place)] ?? ''] as const;
  return operation.places.flatMap((place) => {
    const restricted = tenant.restricted[kindOf(operation, place)];
    if (restricted === undefined) return [];
    return [{ place, ids: new Map([...required.map(fill), [place, restricted] as const]) }];
  });
}

describe('what was answered for a group', () => {
  it('is looked for in every operation of the API', () => {
    for (const operation of operationsById) {
      for (const place of operation.places) {
        const kind = kindOf(operation, place);
        const isKnown = kind in tenant.restricted || harmlessKinds.has(kind);
        expect.soft(isKnown, `${operation.operationId} takes ${kind}`).toBe(true);
      }
      const isTried = operation.method === 'GET' || operation.places.length > 0;
      if (!isTried) expect.soft(withoutIds).toContain(operation.operationId);
    }
  });

  it('does not exist for others, by any operation and in any place of its ids', async () => {
    let tried = 0;
    for (const [name, by] of Object.entries(outsiders))
      for (const operation of operationsById)
        for (const { place, ids } of attemptsOn(operation)) {
          const hidden = new Set(Object.values(tenant.restricted));
          const unknown = new Map(
            [...ids].map(([at, id]) => [at, hidden.has(id) ? unknownLike(id) : id] as const),
          );
          const expected = await requestByIds(service, operation, { ids: unknown, by });
          const found = await requestByIds(service, operation, { ids, by });
          const title = `${name}: ${operation.operationId} ${place.name} ${found.body}`;
          const sent = [...ids.values()];
          // The id itself was looked at.
          if (by.readsContent && !operation.isForSessions)
            expect.soft(expected.statusCode, title).not.toBe(403);
          expect.soft(leaksIn(found, operation, by, sent), title).toEqual([]);
          expect.soft(found.statusCode, title).toBe(expected.statusCode);
          if (found.statusCode >= 300)
            expect.soft(refusalOf(found, sent), title).toBe(refusalOf(expected, unknown.values()));
          tried += 1;
        }
    expect(tried).toBeGreaterThan(100);
  });

  it('is in no list, and nothing that is read without an id shows a word of it', async () => {
    for (const [name, by] of Object.entries(outsiders))
      for (const operation of operationsById.filter(({ method }) => method === 'GET')) {
        const required = operation.places.filter(({ isRequired }) => isRequired);
        const ids = new Map(
          required.map((place) => [place, tenant.ids[kindOf(operation, place)] ?? ''] as const),
        );
        const response = await requestByIds(service, operation, { ids, by });
        expect.soft(leaksIn(response, operation, by), `${name}: ${operation.operationId}`).toEqual([]);
      }
  });

  it('is in no page, however small the pages are', async () => {
    const { key = '' } = outsiders['a default key'] ?? {};
    for (const path of ['/v1/messages', '/v1/audit/records']) {
      const ids: string[] = [];
      let cursor = '';
      do {
        const page = (await get({ key }, `${path}?limit=1${cursor}`)).json();
        expect(page.data).toHaveLength(1);
        ids.push(page.data[0].message_id);
        cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`;
      } while (cursor !== '');
      const whole = (await get({ key }, `${path}?limit=100`)).json();
      expect(ids).toEqual(whole.data.map((one: { message_id: string }) => one.message_id));
      expect(ids).not.toContain(tenant.restricted['message_id']);
      expect(ids).toContain(tenant.ids['message_id']);
    }
  });

  it('is in no policy trial, task list, export or record that an agent reads', async () => {
    const by = outsiders['a key that manages content'] as Caller & { readonly key: string };
    const { policy } = (await get(by, '/v1/guardrails')).json();
    const post = (path: string, body: unknown, headers = {}) =>
      sendAs(service, 'POST', path, { ...by, body, headers });
    const tried = await post('/v1/guardrails/test', { policy, messages: { last: 50 } });
    expect(tried.json().data.length, tried.body).toBeGreaterThan(0);
    const named = tenant.restricted['message_id'] ?? '';
    const byId = await post('/v1/guardrails/test', {
      policy,
      messages: { ids: [named, unknownLike(named), tenant.ids['message_id']] },
    });
    const [hidden, unknown, shown] = byId.json().data;
    expect(hidden).toEqual({ ...unknown, message_id: named });
    expect([unknown.state, shown.state]).toEqual(['not_found', 'tried']);
    const tasks = await post('/v1/insights/unanswered/tasks', { limit: 50 });
    expect(tasks.json().data.length, tasks.body).toBeGreaterThan(0);
    const callTool = (name: string) =>
      post(
        '/mcp',
        {
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name, arguments: { message_id: tenant.restricted['message_id'] } },
        },
        { accept: 'application/json, text/event-stream' },
      );
    const record = await callTool('get_record');
    expect(record.body).toContain('There is no such record.');
    const receipt = await callTool('get_receipt');
    expect(receipt.body).toContain('There is no such message.');
    const file = await exportAs(by);
    expect(file.body).toContain(tenant.ids['message_id']);
    for (const response of [tried, tasks, record, receipt, file])
      expect(leaksIn(response, { path: '' }, by)).toEqual([]);
    const pack = await evidenceAs(by);
    expect(pack.get('records.jsonl')).toContain(tenant.ids['message_id']);
    for (const [name, body] of pack) {
      const response = { body } as LightMyRequestResponse;
      expect(leaksIn(response, { path: name === 'events.csv' ? '/v1/log' : '' }, by), name).toEqual([]);
    }
    expect(leaksIn(byId, { path: '' }, by, [named])).toEqual([]);
  });

  it('is there for those who may name the group', async () => {
    const { message_id: messageId, pending_message_id: pendingId, thread_id: threadId } = tenant.restricted;
    const expectShown = async (by: Sender, path: string) => {
      const { statusCode, body } = await get(by, path);
      expect.soft([path, statusCode]).toEqual([path, 200]);
      expect.soft(body, path).toContain('Zebedee');
    };
    const { 'a key of the group': key = {}, 'an owner': owner = {} } = insiders;
    const { 'a reviewer of the group': reviewer = {}, 'an auditor of all groups': auditor = {} } = insiders;
    for (const by of [key, owner]) {
      await expectShown(by, '/v1/feedback');
      await expectShown(by, '/v1/insights/unanswered');
      await expectShown(by, `/v1/review/${pendingId}`);
    }
    for (const by of [key, owner, auditor]) await expectShown(by, `/v1/messages/${messageId}/audit`);
    for (const by of [key, owner, auditor]) await expectShown(by, '/v1/audit/records');
    for (const by of [key, owner, reviewer]) await expectShown(by, '/v1/review');
    for (const by of [key, owner, reviewer, auditor]) {
      expect.soft((await get(by, `/v1/messages/${messageId}`)).body).toContain('98317640');
      expect.soft((await get(by, `/v1/threads/${threadId}/messages`)).body).toContain('98317640');
      expect.soft((await get(by, '/v1/messages?limit=100')).body).toContain(messageId);
    }
    expect((await exportAs(key)).body).toContain('Zebedee');
    expect((await evidenceAs(key)).get('records.jsonl')).toContain('Zebedee');
  });

  it('is not answered for others from the cache, nor replayed under an idempotency key', async () => {
    const { key = '' } = outsiders['a default key'] ?? {};
    const { key: member = '' } = insiders['a key of the group'] ?? {};
    const headers = { 'idempotency-key': 'stipend' };
    expect((await service.post(member, stipendQuestion, headers)).json().answer).toContain('98317640');
    const { prompt } = stipendQuestion;
    for (const body of [stipendQuestion, { prompt }, { prompt, groups: [] }]) {
      const response = await service.post(key, body, headers);
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.body).not.toContain('98317640');
    }
    const chat = { model: 'avow', messages: [{ role: 'user', content: prompt }] };
    const completed = await sendAs(service, 'POST', '/v1/chat/completions', { key, body: chat, headers });
    expect(completed.body).not.toContain('98317640');
  });
});

/** The file of everything that the caller may export. Only a few can be ready at a time. */
async function exportAs(
  by: Sender,
  { path: start, body }: { readonly path: string; readonly body: object } = {
    ...{ path: '/v1/audit/exports', body: {} },
  },
): Promise<LightMyRequestResponse> {
  for (const { export_id: id } of (await get(tenant, '/v1/audit/exports')).json().data)
    await sendAs(service, 'DELETE', `/v1/audit/exports/${id}`, { key: tenant.key });
  const started = await sendAs(service, 'POST', start, { ...by, body });
  expect(started.statusCode, started.body).toBe(202);
  const path = `/v1/audit/exports/${started.json().export_id}`;
  await waitFor(async () => expect((await get(by, path)).json()).toMatchObject({ status: 'ready' }));
  const file = await get(by, `${path}/file`);
  expect(file.statusCode, file.body).toBe(200);
  return file;
}

/** The files of the evidence that the caller may have written, by their names. */
async function evidenceAs(by: Sender): Promise<ReadonlyMap<string, string>> {
  const body = { from: '2020-01-01', to: '2029-12-31' };
  const { rawPayload } = await exportAs(by, { path: '/v1/audit/evidence', body });
  const folder = mkdtempSync(join(tmpdir(), 'avow-evidence-'));
  const paths = unpackArchive(rawPayload, folder);
  const files = paths.map((path) => [basename(path), readFileSync(join(folder, path), 'utf8')] as const);
  rmSync(folder, { recursive: true });
  return new Map(files);
}
