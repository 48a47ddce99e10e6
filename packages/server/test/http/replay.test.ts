import { replaySchema } from '@avow/contract/testing/administration';
import type { TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { parseEntry } from '@avow/ledger-log/entries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ErasureClient, erasureClient, refusedAs } from '../support/erasure-client.ts';
import { ownerScopes } from '../support/erasure-service.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let tenantId: TenantId;
let key: string;
let client: ErasureClient;
/** Between the two versions. */
let between: string;

const prompt = 'How many seats has the Ash room?';
const roomOf = (seats: number) => ({ 'ash.md': `# Rooms\n\nThe Ash room has ${seats} seats.\n` });
const bonus = (euros: number, head = '') => ({
  'bonus.md': `${head}# Bonus\n\nThe bonus for the night shift is ${euros} euros.\n`,
});

/** Later than everything that has happened. */
async function nextMoment(): Promise<string> {
  const nowMs = Date.now();
  await waitFor(() => expect(Date.now()).toBeGreaterThan(nowMs));
  const moment = new Date().toISOString();
  await waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(moment)));
  return moment;
}

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('replay');
  key = await service.createKey(tenantId, { scopes: [...ownerScopes, 'log:read'] });
  client = erasureClient(service, key);
  await service.loadPack(tenantId, roomOf(20), 'rooms');
  await service.loadPack(tenantId, bonus(450, '---\ngroups: [finance]\n---\n'), 'pay');
  between = await nextMoment();
  await service.loadPack(tenantId, roomOf(30), 'rooms');
});
afterAll(() => service.close());

const pathOf = (id: string) => `/v1/messages/${id}/replay`;
const replay = async (id: string, body?: object) => {
  const response = await client.send('POST', pathOf(id), body);
  expect(response.statusCode, response.body).toBe(200);
  return replaySchema.parse(response.json());
};
const accesses = async () =>
  (
    await service.data.store.log.listLogEvents(tenantId, { kind: 'access' }, { before: null, limit: 100 })
  ).map(({ text }) => parseEntry(text));

describe('a replay over HTTP', () => {
  it('[CON-12-46] answers as of a moment, beside what is on record, and says what differs', async () => {
    const { message_id: id, answer } = await service.ask(key, { prompt });
    expect(answer).toContain('30 seats');
    const noted = (await accesses()).length;
    const then = await replay(id, { at: between });
    expect(then).toMatchObject({ message_id: id, question: prompt, same: false });
    expect(then.recorded.response.answer).toBe(answer);
    expect(then.replayed.response.answer).toContain('20 seats');
    expect(then.replayed.as_of).toBe(between);
    const versionsOf = (side: typeof then.recorded) =>
      Object.fromEntries(side.packs.map(({ name, version }) => [name, version]));
    expect([versionsOf(then.recorded)['rooms'], versionsOf(then.replayed)['rooms']]).toEqual([2, 1]);
    expect(then.differences.find(({ kind }) => kind === 'answer')).toMatchObject({
      ...{ recorded: answer, replayed: then.replayed.response.answer, part: null },
    });
    const [entry, ...others] = (await accesses()).slice(0, -noted || undefined);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ subject: id, state: 'read' });
    expect(Object.fromEntries(entry?.details ?? [])).toEqual({ what: 'replayMessage', at: between });
    expect(entry?.actor).toMatch(/^key_/);
  });

  it('[CON-12-46] is the same without a moment, and leaves no message', async () => {
    const { message_id: id } = await service.ask(key, { prompt });
    const before = (await service.get(key, '/v1/messages?limit=100')).json().data.length;
    const again = await replay(id);
    expect(again).toMatchObject({ same: true, differences: [] });
    expect(again.replayed.response.answer).toBe(again.recorded.response.answer);
    expect((await service.get(key, '/v1/messages?limit=100')).json().data).toHaveLength(before);
  });

  it('says which packs were not published yet, and answers without them', async () => {
    const { message_id: id } = await service.ask(key, { prompt });
    const then = await replay(id, { at: '2020-01-01T00:00:00Z' });
    expect(then.replayed.packs).toEqual([]);
    expect(then.replayed.response.answer).not.toContain('seats');
    expect(then.notes.filter((note) => note.includes('was not published at that time'))).toHaveLength(2);
  });

  it('shows nothing of groups that the caller may not name, at no moment', async () => {
    const open = await service.loadPack(tenantId, bonus(500), 'pay').then(nextMoment);
    const asked = await service.ask(key, {
      ...{ prompt: 'How much is the bonus for the night shift?', groups: ['finance'] },
    });
    expect(asked.answer).toContain('500 euros');
    const staff = await service.createKey(tenantId, { scopes: ['audit:read'], groups: ['staff'] });
    const theirs = erasureClient(service, staff);
    const read = async (body: object) =>
      replaySchema.parse((await theirs.send('POST', pathOf(asked.message_id), body)).json());
    const [then, now] = [await read({ at: between }), await read({ at: open })];
    expect(JSON.stringify(then)).not.toContain('450 euros');
    expect(then.groups).toEqual([]);
    expect(then.notes.some((note) => note.includes('fewer groups'))).toBe(true);
    expect(now.replayed.response.answer).toContain('500 euros');
    expect((await replay(asked.message_id, { at: between })).replayed.response.answer).toContain('450 euros');
  });

  it('is refused for what cannot be asked, and notes nothing', async () => {
    const { message_id: id } = await service.ask(key, { prompt });
    const noted = (await accesses()).length;
    for (const body of [{ at: 'yesterday' }, { at: '2999-01-01T00:00:00Z' }, { question: 'x' }])
      expect(refusedAs(await client.send('POST', pathOf(id), body))).toEqual([422, 'validation_failed']);
    expect(refusedAs(await client.send('POST', pathOf('msg_x')))).toEqual([404, 'not_found']);
    const reader = erasureClient(service, await service.createKey(tenantId, { scopes: ['messages:read'] }));
    expect(refusedAs(await reader.send('POST', pathOf(id)))).toEqual([403, 'insufficient_scope']);
    const other = await service.createKey(await service.createTenant('other'), { scopes: ['audit:read'] });
    expect(refusedAs(await erasureClient(service, other).send('POST', pathOf(id)))).toEqual([
      ...[404, 'not_found'],
    ]);
    expect((await accesses()).length).toBe(noted);
    await client.erased(id);
    expect(refusedAs(await client.send('POST', pathOf(id))).slice(0, 1)).toEqual([409]);
  });

  it('runs once at a time for a tenant', async () => {
    const { message_id: id } = await service.ask(key, { prompt });
    const both = await Promise.all([client.send('POST', pathOf(id)), client.send('POST', pathOf(id))]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429]);
  });
});
