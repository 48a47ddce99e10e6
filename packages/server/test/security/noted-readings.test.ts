import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAs, signInAs } from '../support/people-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { kindOf, operationsById, requestByIds, type Sender } from './request-by-ids.ts';
import { furnishRestricted, type RestrictedTenant } from './restricted-tenant.ts';

/** An application follows its own messages with these, so that only the readings of people are noted. */
const followed = new Set(['getMessage', 'streamMessageEvents', 'getConversation', 'getHandover']);

let service: TestService;
let tenant: RestrictedTenant;
let database: DatabaseSync;
let key: Sender;
let person: Sender;
let actors: Readonly<Record<'key' | 'person', string>>;

beforeAll(async () => {
  service = await startTestService({ env: { AVOW_BASE_URL: 'http://localhost' } });
  tenant = await furnishRestricted(service, 'noted');
  database = new DatabaseSync(join(service.directory, 'avow.db'), { readOnly: true });
  const owner = await signInAs(service, tenant.tenantId, 'owner');
  [key, person] = [{ key: tenant.key }, { person: owner }];
  const { key_id: keyId } = database
    .prepare("SELECT key_id FROM api_keys WHERE tenant_id = ? AND name = 'test'")
    .get(tenant.tenantId) as { key_id: string };
  actors = { key: keyId, person: owner.userId };
});
afterAll(async () => {
  database.close();
  await service.close();
});

/** The entries that tell of readings. */
function readings() {
  const rows = database
    .prepare(
      "SELECT entry FROM log_entries WHERE tenant_id = ? AND event_kind = 'access' ORDER BY leaf_index",
    )
    .all(tenant.tenantId) as Array<{ entry: string }>;
  return rows.map(({ entry }) => parseEntry(entry));
}

/** What was noted while this happened. */
async function during<Result>(act: () => Promise<Result>) {
  const before = readings().length;
  const result = await act();
  return { result, noted: readings().slice(before) };
}

/** With the ids of what was asked and answered for the group, as far as it takes any. */
function read(operation: (typeof operationsById)[number], by: Sender) {
  const ids = operation.places
    .filter(({ isRequired }) => isRequired)
    .map((place) => {
      const kind = kindOf(operation, place);
      return [place, tenant.restricted[kind] ?? tenant.ids[kind] ?? ''] as const;
    });
  return requestByIds(service, operation, { ids: new Map(ids), by });
}

const isContent = (path: string) => path.startsWith('/v1/content-packs') || path === '/v1/content/search';

describe('the reading of what was asked or answered', () => {
  it.each(['key', 'person'] as const)(
    'is on the log before it is shown to a %s, by any operation',
    async (who) => {
      const by = who === 'key' ? key : person;
      const shown: string[] = [];
      for (const operation of operationsById.filter(({ method }) => method === 'GET')) {
        const { result, noted } = await during(() => read(operation, by));
        const { asked, answered } = tenant.marks;
        const marks = isContent(operation.path) ? asked : [...asked, ...answered];
        const isShown = result.statusCode < 300 && marks.some((mark) => result.body.includes(mark));
        const isNoted = noted.some(({ actor }) => actor === actors[who]);
        const isExpected = isShown && !(who === 'key' && followed.has(operation.operationId));
        expect.soft([operation.operationId, isNoted || !isExpected]).toEqual([operation.operationId, true]);
        if (isShown) shown.push(operation.operationId);
      }
      expect(shown.length, String(shown)).toBeGreaterThan(7);
    },
  );

  it.each([
    ['GET', '/v1/messages?limit=100', 'message_id'],
    ['GET', '/v1/threads/{thread_id}/messages', 'message_id'],
    ['GET', '/v1/review', 'pending_message_id'],
    ['GET', '/v1/review/{pending_message_id}', 'pending_message_id'],
    ['GET', '/v1/review/{pending_message_id}/sources', 'pending_message_id'],
    ['GET', '/v1/review/{pending_message_id}/notes', 'pending_message_id'],
    ['GET', '/v1/feedback', 'message_id'],
    ['GET', '/v1/messages/{message_id}/feedback', 'message_id'],
    ['GET', '/v1/handovers', 'message_id'],
    ['GET', '/v1/insights/unanswered', 'group_id'],
    ['POST', '/v1/insights/unanswered/tasks', 'group_id'],
  ] as const)('%s %s names what was read', async (method, template, kind) => {
    const path = template.replace(/\{(\w+)\}/, (_, name: string) => tenant.restricted[name] ?? '');
    const body = method === 'POST' ? { body: { limit: 50 } } : {};
    const { result, noted } = await during(() => sendAs(service, method, path, { key: tenant.key, ...body }));
    expect(result.statusCode, result.body).toBe(200);
    expect(noted).toHaveLength(1);
    const [entry] = noted;
    const details = new Map(entry?.details);
    expect(entry).toMatchObject({ kind: 'access', state: 'read', actor: actors.key });
    const named = [entry?.subject, ...(details.get('messages') ?? '').split(' ')];
    expect(named).toContain(tenant.restricted[kind]);
    // And nothing that was not shown.
    for (const id of named.filter((one) => one !== '')) expect(`${path} ${result.body}`).toContain(id);
  });

  it('is not noted for what was not shown', async () => {
    const outsider = await service.createKey(tenant.tenantId, { groups: [] });
    const { message_id: messageId, pending_message_id: pendingId } = tenant.restricted;
    const paths = [`/v1/messages/${messageId}`, `/v1/review/${pendingId}`, '/v1/messages?thread_id=thr_x'];
    for (const path of paths) {
      const { noted } = await during(() => service.get(outsider, path));
      expect([path, noted]).toEqual([path, []]);
    }
  });
});
