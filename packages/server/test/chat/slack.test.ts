import { type RunningChat, startSlack } from '@avow/chat';
import { createClient } from '@avow/client';
import type { TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { botUserId, type FakeSlack, slackAction, slackEvent, startFakeSlack } from '../support/fake-slack.ts';
import { injectFetch } from '../support/inject-fetch.ts';
import { newReviewed } from '../support/review-client.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let slack: FakeSlack;
let tenantId: TenantId;
let key: string;
let running: RunningChat | null = null;
let faults: string[];
let tick = 100;

const pack = {
  ...officePack,
  'salary.md':
    '---\ngroups: [finance]\n---\n# Pay\n\nThe salary bands of the warehouse begin at 31,000 euros.\n',
  'hostile.qna.json': JSON.stringify([
    {
      question: 'What is the hostile note?',
      answer: 'Hello &lt;!channel&gt;, this is 2 \\*bold\\* word.',
    },
  ]),
};

beforeAll(async () => {
  service = await startTestService();
  tenantId = await service.createTenant('office');
  await service.loadPack(tenantId, pack);
  key = await service.createKey(tenantId, { groups: ['finance'] });
});
afterAll(() => service.close());
beforeEach(async () => {
  slack = await startFakeSlack();
  faults = [];
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await slack.close();
});

async function start(options: { socket?: true; apiKey?: string; groups?: Record<string, string> } = {}) {
  const { socket, apiKey = key, groups = {} } = options;
  running = await startSlack({
    client: createClient({
      baseUrl: 'http://avow.test',
      apiKey,
      fetch: injectFetch(service.app),
      retryDelayMs: 1,
    }),
    contentPackIds: [],
    groups: new Map(Object.entries(groups)),
    ...{ host: '127.0.0.1', port: 0, botToken: 'xoxb-1', apiUrl: slack.apiUrl },
    ...(socket
      ? { appToken: 'xapp-1', signingSecret: null }
      : { appToken: null, signingSecret: slack.signingSecret }),
    onFault: (fault) => faults.push(fault),
    review: { everyMs: 5, times: 1000 },
  });
  return running.url ?? '';
}

const nextTs = () => {
  tick += 1;
  return `1790000000.${String(tick).padStart(6, '0')}`;
};
const mention = (text: string, also: object = {}) =>
  slackEvent({ text: `<@${botUserId}> ${text}`, ts: nextTs(), ...also });
const direct = (text: string, also: object = {}) =>
  slackEvent({ text, ts: nextTs(), channel: 'D0ANN', ...also });
const blocksOf = (post: Readonly<Record<string, string>> | undefined) =>
  JSON.parse(post?.['blocks'] ?? '[]') as {
    type: string;
    elements: { action_id?: string; value?: string }[];
  }[];
const textsOf = (post: Readonly<Record<string, string>> | undefined) =>
  [...(post?.['blocks'] ?? '').matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text]) => JSON.parse(`"${text}"`))
    .join('\n');
const ratedBy = (post: Readonly<Record<string, string>> | undefined) =>
  blocksOf(post).find(({ type }) => type === 'actions')?.elements[0]?.value ?? '';
const recordOf = async (messageId: string) =>
  (await service.get(key, `/v1/messages/${messageId}/audit`)).json();

describe('over HTTP', () => {
  it('answers a mention in its thread, with quote, link, confidence and buttons', async () => {
    const url = await start();
    const event = mention('Who approves travel?');
    expect(await slack.deliver(url, event)).toBe(200);
    const [post] = await slack.posts(1);
    expect(post).toMatchObject({
      channel: 'C0GENERAL',
      thread_ts: (event as { event: { ts: string } }).event.ts,
    });
    expect(post?.['text']).toContain('Your team lead approves travel up to 500 euros');
    expect(textsOf(post)).toContain('Confidence: high.');
    expect(post?.['blocks']).toContain('"url":"https://intranet.example/travel"');
    expect(post?.['blocks']).toContain('rich_text_quote');
    expect(await recordOf(ratedBy(post))).toMatchObject({
      question: 'Who approves travel?',
      end_user_id: 'slack:T0ACME:U0ANN',
      response: { status: 'delivered' },
    });
    expect(faults).toEqual([]);
  });

  it('refuses requests that are not signed, wrongly signed or old', async () => {
    const url = await start();
    const event = mention('Who approves travel?');
    expect(await slack.deliver(url, event, { secret: 'another' })).toBe(401);
    expect(await slack.deliver(url, event, { atMs: Date.now() - 3_600_000 })).toBe(401);
    const unsigned = await fetch(url, { method: 'POST', body: JSON.stringify(event) });
    expect(unsigned.status).toBe(401);
    expect(await slack.deliver(url, direct('Where is the canteen?'))).toBe(200);
    expect(await slack.posts(1)).toHaveLength(1);
  });

  it('answers once if the event is delivered again, also to another process', async () => {
    const event = mention('Where is the canteen?');
    const first = await start();
    await slack.deliver(first, event);
    await slack.posts(1);
    await slack.deliver(first, event);
    await running?.stop();
    const second = await start();
    await slack.deliver(second, event);
    await slack.deliver(second, mention('Who approves travel?'));
    const posts = await slack.posts(2);
    expect(posts.map(({ text }) => text?.slice(0, 10))).toEqual(['On the sec', 'Your team ']);
  });

  it('continues the thread with everybody in it, after a restart and from another process too', async () => {
    const root = nextTs();
    await slack.deliver(await start(), mention('When does the office in Rotterdam open?', { ts: root }));
    const [one] = await slack.posts(1);
    await running?.stop();
    const url = await start();
    await slack.deliver(url, mention('And when does it close?', { thread_ts: root }));
    const [, two] = await slack.posts(2);
    await slack.deliver(url, mention('And when does it open?', { thread_ts: root, user: 'U0BOB' }));
    const [, , three] = await slack.posts(3);
    expect(two).toMatchObject({ thread_ts: root });
    const [first, second, third] = await Promise.all(
      [one, two, three].map((post) => recordOf(ratedBy(post))),
    );
    expect([second.thread_id, third.thread_id]).toEqual([first.thread_id, first.thread_id]);
    expect(third).toMatchObject({ end_user_id: 'slack:T0ACME:U0BOB' });
    for (const { refined_question: refined } of [second, third]) expect(refined).toContain('Rotterdam');
  });

  it('begins anew if the thread was erased', async () => {
    const url = await start();
    const root = nextTs();
    await slack.deliver(url, mention('Where is the canteen?', { ts: root, user: 'U0EVE' }));
    const [one] = await slack.posts(1);
    const { thread_id: threadId } = await recordOf(ratedBy(one));
    const eraser = await service.createKey(tenantId, { scopes: ['audit:erase'] });
    const erased = await service.app.http.inject({
      ...{ method: 'DELETE', url: `/v1/threads/${threadId}`, headers: { authorization: `Bearer ${eraser}` } },
    });
    expect(erased.statusCode, erased.body).toBeLessThan(300);
    await slack.deliver(url, mention('Who approves travel?', { thread_ts: root, user: 'U0EVE' }));
    const [, two] = await slack.posts(2);
    expect(two?.['text']).toContain('team lead');
  });

  it('stores feedback of the person who asked, and of nobody else', async () => {
    const url = await start();
    await slack.deliver(url, mention('Who approves travel?'));
    const [post] = await slack.posts(1);
    const value = ratedBy(post);
    const respondUrl = slack.apiUrl.replace('/api/', '/respond');
    const rate = async (user: string, action: string) => {
      const before = slack.responses.length;
      expect(await slack.deliver(url, slackAction(respondUrl, { action_id: action, value, user }))).toBe(200);
      await waitFor(() => slack.responses.length > before);
      return slack.responses.at(-1);
    };
    expect(await rate('U0BOB', 'avow_right')).toMatchObject({
      text: expect.stringContaining('Only the person'),
    });
    expect(await rate('U0ANN', 'avow_wrong')).toMatchObject({
      ...{ response_type: 'ephemeral', replace_original: false, text: expect.stringContaining('Thank you') },
    });
    const { data } = (await service.get(key, `/v1/messages/${value}/feedback`)).json();
    expect(data).toMatchObject([{ verdict: 'wrong', end_user_id: 'slack:T0ACME:U0ANN' }]);
  });

  it('uses groups in direct messages only, and says so elsewhere', async () => {
    const url = await start({ groups: { money: 'finance' } });
    slack.userGroups.set('money', ['U0ANN']).set('others', ['U0BOB']);
    const question = 'Where do the salary bands of the warehouse begin?';
    await slack.deliver(url, direct(question));
    const [own] = await slack.posts(1);
    expect(own?.['text']).toContain('31,000 euros');
    await slack.deliver(url, direct(question, { user: 'U0BOB', channel: 'D0BOB' }));
    const [, other] = await slack.posts(2);
    expect(JSON.stringify(other)).not.toContain('31,000');
    await slack.deliver(url, mention(question));
    const [, , open] = await slack.posts(3);
    expect(JSON.stringify(open)).not.toContain('31,000');
    expect(textsOf(open)).toContain('In a direct message');
  });

  it('uses no groups if they cannot be read, and says so', async () => {
    const url = await start({ groups: { money: 'finance' } });
    slack.failing.set('usergroups.list', 'missing_scope');
    await slack.deliver(url, direct('Where is the canteen?'));
    const [post] = await slack.posts(1);
    expect(textsOf(post)).toContain('Your groups could not be read');
    expect(faults).toEqual([expect.stringContaining('missing_scope')]);
  });

  it('shows what is in a document as text, and never as a mention or a format', async () => {
    const url = await start();
    await slack.deliver(url, mention('What is the hostile note?'));
    const [post] = await slack.posts(1);
    expect(post?.['text']).toContain('&lt;!channel&gt;');
    expect(blocksOf(post).map(({ type }) => type)).not.toContain('section');
  });

  it('says that nothing was found, that a question is empty, and that it is refused', async () => {
    const url = await start();
    await slack.deliver(url, mention('What colour is the moon of Endor?'));
    const [none] = await slack.posts(1);
    expect(textsOf(none)).not.toContain('Confidence');
    await slack.deliver(url, mention(''));
    const [, empty] = await slack.posts(2);
    expect(empty?.['text']).toContain('Ask me a question');
    await slack.deliver(url, mention('x'.repeat(32_001)));
    const [, , refused] = await slack.posts(3);
    expect(refused?.['text']).toContain('The question was refused');
  });

  it('says plainly that it is not set up correctly, and reports it without the question', async () => {
    const noScope = await service.createKey(tenantId, { scopes: ['audit:read'] });
    const url = await start({ apiKey: noScope });
    await slack.deliver(url, mention('Where is the canteen?'));
    const [post] = await slack.posts(1);
    expect(post?.['text']).toContain('I am not set up correctly');
    expect(faults).toEqual([expect.stringContaining('403 insufficient_scope')]);
    expect(faults.join()).not.toContain('canteen');
  });

  it('reports a reply that cannot be posted', async () => {
    const url = await start();
    slack.failing.set('chat.postMessage', 'not_in_channel');
    await slack.deliver(url, mention('Where is the canteen?'));
    await slack.posts(1);
    await waitFor(() => faults.length > 0);
    expect(faults[0]).toContain('not_in_channel');
  });

  it('answers neither programs, edits nor people of other workspaces', async () => {
    const url = await start();
    await slack.deliver(url, mention('Where is the canteen?', { bot_id: 'B0OTHER' }));
    await slack.deliver(url, direct('Where is the canteen?', { subtype: 'message_changed' }));
    await slack.deliver(url, direct('Where is the canteen?', { bot_id: 'B0OTHER' }));
    await slack.deliver(url, mention('Where is the canteen?', { team: 'T0OTHER' }));
    const posts = await slack.posts(1);
    expect(posts).toEqual([
      expect.objectContaining({ user: 'U0ANN', text: 'I answer members of this workspace only.' }),
    ]);
  });

  it('posts a reviewed answer once it is released', async () => {
    const reviewed = await newReviewed(service);
    const url = await start({ apiKey: reviewed.key });
    await slack.deliver(url, mention('Who approves travel?'));
    const [first] = await slack.posts(1);
    expect(first?.['text']).toContain('A person reviews this answer first');
    const { data } = await reviewed.list();
    await reviewed.decide(data[0]?.message_id ?? '', { decision: 'deliver' });
    const [, second] = await slack.posts(2);
    expect(second?.['text']).toContain('team lead');
  });

  it('says which token Slack does not accept', async () => {
    slack.failing.set('auth.test', 'invalid_auth');
    await expect(start()).rejects.toThrow(
      'Slack does not accept the bot token: An API error occurred: invalid_auth',
    );
  });
});

it('answers over a connection in socket mode, and stores feedback', async () => {
  expect(await start({ socket: true })).toBe('');
  await slack.push(direct('Where is the canteen?'));
  const [post] = await slack.posts(1);
  expect(post).toMatchObject({ channel: 'D0ANN', text: expect.stringContaining('second floor') });
  const respondUrl = slack.apiUrl.replace('/api/', '/respond');
  await slack.push(slackAction(respondUrl, { action_id: 'avow_right', value: ratedBy(post) }));
  await waitFor(() => slack.responses.length > 0);
  const { data } = (await service.get(key, `/v1/messages/${ratedBy(post)}/feedback`)).json();
  expect(data).toMatchObject([{ verdict: 'right' }]);
});
