import { type RunningChat, startTeams } from '@avow/chat';
import { createClient } from '@avow/client';
import type { TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  annId,
  startFakeTeams,
  type TeamsActivity,
  teamsClientId,
  teamsTenantId,
} from '../support/fake-teams.ts';
import { injectFetch } from '../support/inject-fetch.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let teams: Awaited<ReturnType<typeof startFakeTeams>>;
let tenantId: TenantId;
let key: string;
let running: RunningChat | null = null;
let faults: string[];
let ids = 0;

const financeId = 'bbbbbbbb-0000-4000-8000-000000000001';

beforeAll(async () => {
  [service, teams] = await Promise.all([startTestService(), startFakeTeams()]);
  tenantId = await service.createTenant('office');
  const salary =
    '---\ngroups: [finance]\n---\n# Pay\n\nThe salary bands of the warehouse begin at 31,000 euros.\n';
  await service.loadPack(tenantId, { ...officePack, 'salary.md': salary });
  key = await service.createKey(tenantId, { groups: ['finance'] });
});
afterAll(async () => {
  await Promise.all([service.close(), teams.close()]);
});
beforeEach(() => {
  teams.reset();
  faults = [];
});
afterEach(async () => {
  await running?.stop();
  running = null;
});

async function start({
  apiKey = key,
  groups = {},
}: {
  apiKey?: string;
  groups?: Record<string, string>;
} = {}) {
  const fetch = injectFetch(service.app);
  running = await startTeams({
    client: createClient({ baseUrl: 'http://avow.test', apiKey, fetch, retryDelayMs: 1 }),
    contentPackIds: [],
    groups: new Map(Object.entries(groups)),
    ...{ host: '127.0.0.1', port: 0 },
    ...{ clientId: teamsClientId, clientSecret: 'hush', tenantId: teamsTenantId },
    ...{ cloud: teams.cloud, token: () => teams.botToken },
    onFault: (fault) => faults.push(fault),
  });
  return running.url ?? '';
}

const asked = (text: string, also: object = {}) => {
  ids += 1;
  return teams.activity({ text, id: `17900000${ids}`, ...also });
};
const inChannel = {
  conversation: {
    ...{ id: '19:general@thread.tacv2;messageid=1', conversationType: 'channel', tenantId: teamsTenantId },
    isGroup: true,
  },
};
const mentioned = (text: string, also: object = {}) =>
  asked(`<at>Avow</at> ${text}`, {
    ...inChannel,
    entities: [
      { type: 'mention', text: '<at>Avow</at>', mentioned: { id: `28:${teamsClientId}`, name: 'Avow' } },
    ],
    ...also,
  });
const cardOf = (post: TeamsActivity | undefined) => post?.attachments?.[0]?.content;
const textOf = (post: TeamsActivity | undefined) =>
  cardOf(post)
    ?.body.map(({ inlines }) => inlines.map(({ text }) => text).join(''))
    .join('\n') ?? '';
const ratedBy = (post: TeamsActivity | undefined) => cardOf(post)?.actions?.[0]?.data['message_id'] ?? '';
const recordOf = async (messageId: string) =>
  (await service.get(key, `/v1/messages/${messageId}/audit`)).json();

it('answers a mention in its thread, with quote, link, confidence and buttons', async () => {
  const url = await start();
  expect(new URL(url).port).not.toBe('3978');
  expect((await teams.deliver(url, mentioned('Who approves travel?'))).status).toBe(200);
  const [post] = await teams.posts(1);
  expect(post).toMatchObject({ conversation: { id: inChannel.conversation.id } });
  expect(textOf(post)).toContain('Your team lead approves travel up to 500 euros');
  expect(textOf(post)).toContain('Confidence: high.');
  expect(textOf(post)).toContain('“Your **team lead** approves');
  expect(JSON.stringify(post)).toContain('"url":"https://intranet.example/travel"');
  expect(await recordOf(ratedBy(post))).toMatchObject({
    ...{ question: 'Who approves travel?', end_user_id: `msteams:${annId}` },
  });
  expect(faults).toEqual([]);
});

it('refuses requests without a valid token of the Bot Framework', async () => {
  const url = await start();
  const activity = asked('Where is the canteen?');
  const withoutToken = await fetch(url, { method: 'POST', body: JSON.stringify(activity) });
  const refused = await Promise.all([
    teams.deliver(url, activity, { isForged: true }),
    teams.deliver(url, activity, { audience: 'another' }),
    teams.deliver(url, activity, { serviceUrl: 'https://elsewhere.example' }),
    // Anyone in the directory can have a token of the directory for this application.
    teams.deliver(url, activity, { issuer: `${teams.cloud.loginEndpoint}/${teamsTenantId}/v2.0` }),
  ]);
  expect([withoutToken, ...refused].map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect((await fetch(url)).status).toBe(405);
  expect((await fetch(url.replace('/api/messages', '/'))).status).toBe(404);
  expect((await teams.deliver(url, asked('x'.repeat(600_000)))).status).toBe(413);
  await teams.deliver(url, activity);
  expect(await teams.posts(1)).toHaveLength(1);
});

it('answers once if a message is delivered again, also to another process', async () => {
  const activity = asked('Where is the canteen?');
  const first = await start();
  await teams.deliver(first, activity);
  await teams.posts(1);
  await teams.deliver(first, activity);
  await running?.stop();
  const second = await start();
  await teams.deliver(second, activity);
  await teams.deliver(second, asked('Who approves travel?'));
  const posts = await teams.posts(2);
  expect(posts.map((post) => textOf(post).slice(0, 10))).toEqual(['On the sec', 'Your team ']);
});

const bob = { from: { id: '29:bob', aadObjectId: 'bob' } };

it.each([
  ['a personal chat', { id: 'a:dan', conversationType: 'personal', tenantId: teamsTenantId }, false],
  [
    'a group chat',
    { id: '19:group@thread.v2', conversationType: 'groupChat', tenantId: teamsTenantId },
    true,
  ],
  ['a channel', { ...inChannel.conversation, id: '19:general@thread.tacv2;messageid=2' }, true],
])(
  'continues the thread of %s after a restart, with those who can read it',
  async (_, conversation, isShared) => {
    await teams.deliver(await start(), asked('When does the office in Rotterdam open?', { conversation }));
    const [one] = await teams.posts(1);
    await running?.stop();
    const url = await start();
    await teams.deliver(url, asked('And when does it close?', { conversation }));
    const [, two] = await teams.posts(2);
    await teams.deliver(url, asked('And when does it open?', { conversation, ...bob }));
    const [, , three] = await teams.posts(3);
    const [first, second, third] = await Promise.all(
      [one, two, three].map((post) => recordOf(ratedBy(post))),
    );
    expect(second.thread_id).toBe(first.thread_id);
    expect(second.refined_question).toContain('Rotterdam');
    expect(third.end_user_id).toBe('msteams:bob');
    expect(third.thread_id === first.thread_id).toBe(isShared);
  },
);

it('stores feedback of the person who asked, and of nobody else', async () => {
  const url = await start();
  await teams.deliver(url, asked('Who approves travel?'));
  const [post] = await teams.posts(1);
  const rate = async (verb: string, also: object = {}) => {
    const data = { message_id: ratedBy(post) };
    const value = { action: { type: 'Action.Execute', verb, data } };
    const activity = teams.activity({ type: 'invoke', name: 'adaptiveCard/action', value, ...also });
    return await (await teams.deliver(url, activity)).json();
  };
  expect(await rate('avow.right', bob)).toMatchObject({
    value: 'Only the person who asked can rate this answer.',
  });
  expect(await rate('avow.wrong')).toMatchObject({
    ...{ statusCode: 200, type: 'application/vnd.microsoft.activity.message' },
    value: 'Thank you. Your feedback is stored.',
  });
  expect(await rate('another')).toMatchObject({ value: 'The feedback could not be stored.' });
  const { data } = (await service.get(key, `/v1/messages/${ratedBy(post)}/feedback`)).json();
  expect(data).toMatchObject([{ verdict: 'wrong', end_user_id: `msteams:${annId}` }]);
});

it('uses groups of the directory in personal chats only, and says so elsewhere', async () => {
  const url = await start({ groups: { [financeId]: 'finance' } });
  teams.members.set(annId, [financeId]);
  const question = 'Where do the salary bands of the warehouse begin?';
  await teams.deliver(url, asked(question));
  const [own] = await teams.posts(1);
  expect(textOf(own)).toContain('31,000 euros');
  await teams.deliver(url, asked(question, bob));
  const [, other] = await teams.posts(2);
  expect(JSON.stringify(other)).not.toContain('31,000');
  await teams.deliver(url, mentioned(question));
  const [, , open] = await teams.posts(3);
  expect(JSON.stringify(open)).not.toContain('31,000');
  expect(textOf(open)).toContain('In a direct message');
});

it('uses no groups if they cannot be read, and says so', async () => {
  const url = await start({ groups: { [financeId]: 'finance' } });
  teams.graphStatus = 403;
  await teams.deliver(url, asked('Where is the canteen?'));
  const [post] = await teams.posts(1);
  expect(textOf(post)).toContain('Your groups could not be read');
  expect(faults.join()).toContain('the groups of a person could not be read');
});

it('answers people of its directory only', async () => {
  const url = await start();
  const elsewhere = { id: 'a:x', conversationType: 'personal', tenantId: 'another' };
  await teams.deliver(url, asked('Where is the canteen?', { conversation: elsewhere }));
  const [post] = await teams.posts(1);
  expect(post?.text).toBe('I answer members of this workspace only.');
});

it('says plainly what went wrong, and reports it without the question', async () => {
  const noScope = await service.createKey(tenantId, { scopes: ['audit:read'] });
  const url = await start({ apiKey: noScope });
  await teams.deliver(url, asked('Where is the canteen?'));
  const [post] = await teams.posts(1);
  expect(textOf(post)).toContain('I am not set up correctly');
  expect(faults).toEqual([expect.stringContaining('403 insufficient_scope')]);
  teams.connectorStatus = 403;
  await teams.deliver(url, asked('Where is the canteen?'));
  await waitFor(() => faults.length >= 3);
  expect(faults[2]).toContain('a reply could not be posted');
  expect(faults.join()).not.toContain('canteen');
});
