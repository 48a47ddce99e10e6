import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import type { TenantId } from '../../src/interfaces/identity.ts';
import type { PassageSearch } from '../../src/interfaces/passage-search.ts';
import { type FeedbackClient, feedbackClient } from '../support/feedback-client.ts';
import { type ForgettingClient, forgettingClient, refusedAs } from '../support/forgetting-client.ts';
import { ownerScopes } from '../support/forgetting-office.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

type Act = (() => Promise<unknown>) | null;

/**
 * What happens once: when a question is looked up, when whoever makes a pair has looked at the draft, or when they have noted
 * that the pair is about to be made.
 */
const meanwhile: Record<'asked' | 'looked' | 'noted', Act> = { asked: null, looked: null, noted: null };

async function happen(when: keyof typeof meanwhile): Promise<void> {
  const act = meanwhile[when];
  meanwhile[when] = null;
  await act?.();
}

const wrap = (data: DataFolder): DataFolder => {
  const { knowledge, learning, insights } = data.store;
  return {
    ...data,
    search: new Proxy(data.search, {
      get: (search, name) => {
        if (name === 'search')
          return async (...wanted: Parameters<PassageSearch['search']>) => {
            await happen('asked');
            return await search.search(...wanted);
          };
        const part = Reflect.get(search, name);
        return typeof part === 'function' ? part.bind(search) : part;
      },
    }),
    store: {
      ...data.store,
      knowledge: {
        ...knowledge,
        listDraftPairs: async (...wanted) => {
          const listed = await knowledge.listDraftPairs(...wanted);
          await happen('looked');
          return listed;
        },
      },
      learning: {
        ...learning,
        notePair: async (...noted) => {
          const isNoted = await learning.notePair(...noted);
          await happen('noted');
          return isNoted;
        },
      },
      insights: {
        ...insights,
        notePair: async (...noted) => {
          const isNoted = await insights.notePair(...noted);
          await happen('noted');
          return isNoted;
        },
      },
    },
  };
};

let service: TestService;
let tenantId: TenantId;
let key: string;
let owner: ForgettingClient;
let user: FeedbackClient;
let packId: string;

beforeAll(async () => {
  service = await startTestService({ wrap });
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes: ownerScopes });
  await service.loadPack(tenantId, officePack);
  owner = forgettingClient(service, key);
  user = feedbackClient(service, key);
  packId = (await service.get(key, '/v1/content-packs')).json().data[0].id;
});

afterAll(() => service.close());

const answers = async () => (await user.pairsOf(packId)).map(({ answer }) => answer);

it('a person who is erased while a question of theirs is answered is told of it, also where it is not on record yet', async () => {
  let notEnded: readonly string[] = [];
  meanwhile.asked = async () => {
    await owner.erasedPerson('somebody else');
    ({ not_ended: notEnded } = await owner.erasedPerson('zoe'));
  };
  const prompt = 'How many days of paid holiday does Zoe have?';
  const { message_id: messageId } = await service.ask(key, { prompt, end_user_id: 'zoe' });
  expect(notEnded).toEqual([messageId]);
  expect(await owner.erasedPerson('zoe')).toMatchObject({ erased: 1, not_ended: [] });
});

it('a person is told of messages of others that are held, and with them what the person said', async () => {
  const { message_id: messageId } = await service.ask(key, { prompt: 'Where is the canteen?' });
  const say = (who: string) => user.give(messageId, { verdict: 'wrong', comment: 'No.', end_user_id: who });
  for (const who of ['yan', 'xaver']) await say(who);
  const { hold_id: holdId } = await owner.placed({ scope: 'end_user', end_user_id: 'yan' });
  expect(await owner.erasedPerson('xaver')).toMatchObject({ erased: 0, held: [messageId] });
  expect(await user.of(messageId)).toHaveLength(2);
  await owner.lifted(holdId);
  expect(await owner.erasedPerson('xaver')).toMatchObject({ erased: 0, held: [] });
  expect(await user.of(messageId)).toMatchObject([{ end_user_id: 'yan' }]);
});

describe('a better answer that is accepted while it is erased', () => {
  let proposed = 0;
  const propose = async () => {
    const betterAnswer = `Ada herself, since day ${++proposed}.`;
    const { message_id: messageId } = await service.ask(key, { prompt: 'Who approves travel?' });
    const said = { verdict: 'wrong', better_answer: betterAnswer, end_user_id: 'ada' };
    return { betterAnswer, messageId, feedbackId: (await user.give(messageId, said)).id };
  };
  const ways = {
    'with its message': (messageId: string) => owner.erased(messageId),
    'with whoever said it': () => owner.erasedPerson('ada'),
  };

  it.each(Object.entries(ways))('%s goes into no pair that was there before', async (_, erase) => {
    const { messageId, feedbackId } = await propose();
    const before = await answers();
    meanwhile.looked = () => erase(messageId);
    expect(refusedAs(await user.settle('accept', feedbackId))).toEqual([409, 'invalid_state']);
    expect(await answers()).toEqual(before);
  });

  it.each(Object.entries(ways))('%s a moment later is in a pair that the erasure names', async (_, erase) => {
    const { betterAnswer, messageId, feedbackId } = await propose();
    let named: readonly string[] = [];
    meanwhile.noted = async () => {
      named = (await erase(messageId)).curated_pairs;
    };
    await user.settle('accept', feedbackId);
    const holding = (await user.pairsOf(packId)).filter(({ answer }) => answer === betterAnswer);
    expect(named).toEqual(holding.map(({ id }) => id));
    expect(holding).toHaveLength(1);
  });
});

describe('a question that is drafted while it is erased', () => {
  const ask = async (prompt: string) => (await service.ask(key, { prompt })).message_id;
  const act = (messageId: string, deed: string, body?: object) =>
    owner.send('POST', `/v1/insights/unanswered/${messageId}/${deed}`, body);
  const draft = (messageId: string, intoPackId = packId) =>
    act(messageId, 'draft', { content_pack_id: intoPackId, answer: 'Nobody knows.', groups: [] });

  it('goes into no pair', async () => {
    const messageId = await ask('Where did Ada park her zeppelin?');
    const before = await answers();
    meanwhile.looked = () => owner.erased(messageId);
    expect(refusedAs(await draft(messageId))).toEqual([409, 'invalid_state']);
    expect(await answers()).toEqual(before);
  });

  it('a moment later is in a pair that the erasure names', async () => {
    const messageId = await ask('Where did Ada moor her gondola?');
    let named: readonly string[] = [];
    meanwhile.noted = async () => {
      named = (await owner.erased(messageId)).curated_pairs;
    };
    expect([(await draft(messageId)).json().qna.id]).toEqual(named);
  });

  it.each(['dismiss', 'reopen'])('is named also where its group saw a %s since', async (deed) => {
    const messageId = await ask(`Where did Ada leave the keys to ${deed}?`);
    const drafted = (await draft(messageId)).json();
    expect((await act(messageId, deed)).statusCode).toBe(200);
    expect((await owner.erased(messageId)).curated_pairs).toEqual([drafted.qna.id]);
  });

  it('leaves no name of a pair that was not made', async () => {
    const messageId = await ask('Where did Ada bury the treasure?');
    const other = (await owner.send('POST', '/v1/content-packs', { name: 'other' })).json().id;
    meanwhile.noted = () => service.data.store.knowledge.deletePack(tenantId, other);
    expect(refusedAs(await draft(messageId, other))).toEqual([404, 'not_found']);
    expect((await owner.erased(messageId)).curated_pairs).toEqual([]);
  });
});
