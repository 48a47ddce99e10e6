import type { TenantId } from '@avow/foundation';
import type { PassageSearch } from '@avow/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { type ErasureClient, erasureClient, refusedAs } from '../support/erasure-client.ts';
import { ownerScopes } from '../support/erasure-service.ts';
import { type FeedbackClient, feedbackClient } from '../support/feedback-client.ts';
import { officePack, startTestService, type TestService } from '../support/test-service.ts';

type Act = (() => Promise<unknown>) | null;

/**
 * What happens once: when a question is looked up, when a pair is created after reading the draft, or after noting
 * that the pair is about to be made.
 */
const meanwhile: Record<'asked' | 'looked' | 'noted', Act> = { asked: null, looked: null, noted: null };

async function happen(when: keyof typeof meanwhile): Promise<void> {
  const act = meanwhile[when];
  meanwhile[when] = null;
  await act?.();
}

const wrap = (data: DataFolder): DataFolder => {
  const { content, feedback, insights } = data.store;
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
      content: {
        ...content,
        listDraftPairs: async (...wanted) => {
          const listed = await content.listDraftPairs(...wanted);
          await happen('looked');
          return listed;
        },
      },
      feedback: {
        ...feedback,
        notePair: async (...noted) => {
          const isNoted = await feedback.notePair(...noted);
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
let owner: ErasureClient;
let user: FeedbackClient;
let packId: string;

beforeAll(async () => {
  service = await startTestService({ wrap });
  tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes: ownerScopes });
  await service.loadPack(tenantId, officePack);
  owner = erasureClient(service, key);
  user = feedbackClient(service, key);
  packId = (await service.get(key, '/v1/content-packs')).json().data[0].id;
});

afterAll(() => service.close());

const answers = async () => (await user.pairsOf(packId)).map(({ answer }) => answer);

it('an erasure of a person reports a question of theirs in progress, even before it is on record', async () => {
  let notEnded: readonly string[] = [];
  meanwhile.asked = async () => {
    await owner.erasedPerson('somebody else');
    ({ unfinished: notEnded } = await owner.erasedPerson('zoe'));
  };
  const prompt = 'How many days of paid holiday does Zoe have?';
  const { message_id: messageId } = await service.ask(key, { prompt, end_user_id: 'zoe' });
  expect(notEnded).toEqual([messageId]);
  expect(await owner.erasedPerson('zoe')).toMatchObject({ erased: 1, unfinished: [] });
});

it('an erasure of a person reports messages of others under legal hold that have feedback of the person', async () => {
  const { message_id: messageId } = await service.ask(key, { prompt: 'Where is the canteen?' });
  const say = (who: string) => user.give(messageId, { verdict: 'wrong', comment: 'No.', end_user_id: who });
  for (const who of ['yan', 'xaver']) await say(who);
  const { hold_id: holdId } = await owner.placed({ scope: 'end_user', end_user_id: 'yan' });
  expect(await owner.erasedPerson('xaver')).toMatchObject({ erased: 0, under_legal_hold: [messageId] });
  expect(await user.of(messageId)).toHaveLength(2);
  await owner.lifted(holdId);
  expect(await owner.erasedPerson('xaver')).toMatchObject({ erased: 0, under_legal_hold: [] });
  expect(await user.of(messageId)).toMatchObject([{ end_user_id: 'yan' }]);
});

describe('a better answer that is accepted during its erasure', () => {
  let proposed = 0;
  const propose = async () => {
    const betterAnswer = `Ada herself, since day ${++proposed}.`;
    const { message_id: messageId } = await service.ask(key, { prompt: 'Who approves travel?' });
    const said = { verdict: 'wrong', better_answer: betterAnswer, end_user_id: 'ada' };
    return { betterAnswer, messageId, feedbackId: (await user.give(messageId, said)).id };
  };
  const methods = {
    'with its message': (messageId: string) => owner.erased(messageId),
    'with its author': () => owner.erasedPerson('ada'),
  };

  it.each(Object.entries(methods))('%s changes no existing pair', async (_, erase) => {
    const { messageId, feedbackId } = await propose();
    const before = await answers();
    meanwhile.looked = () => erase(messageId);
    expect(refusedAs(await user.settle('accept', feedbackId))).toEqual([409, 'invalid_state']);
    expect(await answers()).toEqual(before);
  });

  it.each(Object.entries(methods))(
    '%s a moment later is in a pair that the erasure names',
    async (_, erase) => {
      const { betterAnswer, messageId, feedbackId } = await propose();
      let named: readonly string[] = [];
      meanwhile.noted = async () => {
        named = (await erase(messageId)).curated_pairs;
      };
      await user.settle('accept', feedbackId);
      const holding = (await user.pairsOf(packId)).filter(({ answer }) => answer === betterAnswer);
      expect(named).toEqual(holding.map(({ id }) => id));
      expect(holding).toHaveLength(1);
    },
  );
});

describe('a question that is drafted during its erasure', () => {
  const ask = async (prompt: string) => (await service.ask(key, { prompt })).message_id;
  const act = (messageId: string, action: string, body?: object) =>
    owner.send('POST', `/v1/insights/unanswered/${messageId}/${action}`, body);
  const draft = (messageId: string, intoPackId = packId) =>
    act(messageId, 'draft', { content_pack_id: intoPackId, answer: 'Nobody knows.', groups: [] });

  it('is not added to a pair', async () => {
    const messageId = await ask('Where did Ada park her zeppelin?');
    const before = await answers();
    meanwhile.looked = () => owner.erased(messageId);
    expect(refusedAs(await draft(messageId))).toEqual([409, 'invalid_state']);
    expect(await answers()).toEqual(before);
  });

  it('is in a pair that the erasure names, if drafted just before', async () => {
    const messageId = await ask('Where did Ada moor her gondola?');
    let named: readonly string[] = [];
    meanwhile.noted = async () => {
      named = (await owner.erased(messageId)).curated_pairs;
    };
    expect([(await draft(messageId)).json().qna.id]).toEqual(named);
  });

  it.each(['dismiss', 'reopen'])('is named even after a %s of its group', async (action) => {
    const messageId = await ask(`Where did Ada leave the keys to ${action}?`);
    const drafted = (await draft(messageId)).json();
    expect((await act(messageId, action)).statusCode).toBe(200);
    expect((await owner.erased(messageId)).curated_pairs).toEqual([drafted.qna.id]);
  });

  it('leaves no reference to a pair that was not created', async () => {
    const messageId = await ask('Where did Ada bury the treasure?');
    const other = (await owner.send('POST', '/v1/content-packs', { name: 'other' })).json().id;
    meanwhile.noted = () => service.data.store.content.deletePack(tenantId, other);
    expect(refusedAs(await draft(messageId, other))).toEqual([404, 'not_found']);
    expect((await owner.erased(messageId)).curated_pairs).toEqual([]);
  });
});
