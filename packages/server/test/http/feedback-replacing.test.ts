import type { QnaEntry } from '@avow/contract/content';
import type { FeedbackEntry } from '@avow/contract/feedback';
import { defaultScopes, type Scope } from '@avow/contract/roles';
import { qnaSchema } from '@avow/contract/testing/content';
import { AppError } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataFolder } from '../../src/app/open-data-folder.ts';
import { type ContentClient, contentClient } from '../support/content-client.ts';
import { type FeedbackClient, feedbackClient, refusalOf } from '../support/feedback-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const scopes: readonly Scope[] = [...defaultScopes, 'content:manage'];

/** Whether the service dies the next time before it settles a proposal, once its pair was put. */
let dies = false;

const wrap = (data: DataFolder): DataFolder => ({
  ...data,
  store: {
    ...data.store,
    feedback: {
      ...data.store.feedback,
      settleProposal: async (tenantId, feedbackId, change) => {
        if (dies && change.to.state === 'drafted') {
          dies = false;
          throw new AppError('audit_unavailable');
        }
        return await data.store.feedback.settleProposal(tenantId, feedbackId, change);
      },
    },
  },
});

const wifi = {
  question: 'What is the password of the wifi?',
  alternatives: ['How do I get into the wifi?', 'wifi password?'],
  ...{ answer: 'Ask the desk.', source: 'IT', url: 'https://intranet.example/wifi', tags: ['it'] },
  ...{ valid_from: '2020-01-01T00:00:00Z', valid_until: '2090-01-01T00:00:00Z' },
};
const bonus = 'When is the bonus paid?';
const secret = '---\ngroups: [hr]\n---\n# Plan Falcon\n\nPlan Falcon begins in March.\n';

let service: TestService;
let key: string;
let owner: FeedbackClient;
let content: ContentClient;
let packId: string;

beforeAll(async () => {
  service = await startTestService({ wrap });
  const tenantId = await service.createTenant('office');
  key = await service.createKey(tenantId, { scopes });
  const pairs = [
    wifi,
    { question: bonus, answer: 'In December.', groups: ['hr'] },
    { question: bonus, answer: 'In May.', groups: ['board'] },
  ];
  await service.loadPack(tenantId, {
    ...officePack,
    ...{ 'falcon.md': secret, 'more.qna.json': JSON.stringify(pairs) },
  });
  owner = feedbackClient(service, key);
  content = contentClient(service, key);
  packId = (await ask('Where is the canteen?')).citations[0]?.content_pack_id ?? '';
});

afterAll(() => service.close());

const ask = (prompt: string, also: object = {}) => service.ask(key, { prompt, ...also });

async function propose(prompt: string, betterAnswer: string, also: object = {}): Promise<FeedbackEntry> {
  const { message_id } = await ask(prompt, also);
  return await owner.give(message_id, { verdict: 'wrong', better_answer: betterAnswer });
}

const pairsUnder = async (question: string): Promise<QnaEntry[]> =>
  (await owner.pairsOf(packId)).filter((pair) => [pair.question, ...pair.alternatives].includes(question));

const putPair = (pair: object): Promise<QnaEntry> =>
  content.expect({ status: 201, schema: qnaSchema }, 'POST', `/v1/content-packs/${packId}/qna`, {
    body: pair,
  });

describe('a better answer than that of a curated pair', () => {
  it('replaces its answer in the draft, and keeps the id and all other fields', async () => {
    const [before] = await pairsUnder(wifi.question);
    const { id } = await propose('how do I get into the WiFi', 'It is on the wall.');
    const { proposal, replaced } = await owner.accept(id);
    expect([proposal, replaced]).toEqual([
      { state: 'drafted', content_pack_id: packId, qna_id: before?.id },
      true,
    ]);
    const { updated_at: _, ...kept } = before ?? { updated_at: '' };
    expect(await pairsUnder(wifi.question)).toEqual([
      { ...kept, answer: 'It is on the wall.', updated_at: expect.any(String) },
    ]);
    expect(await content.publish(packId)).toMatchObject({ status: 'succeeded' });
    for (const question of [wifi.question, ...wifi.alternatives]) {
      const { answer, source_type } = await ask(question);
      expect([answer, source_type]).toEqual(['It is on the wall.', 'qna']);
    }
  });

  it('replaces it immediately, and again if its author changes it', async () => {
    const { message_id: id } = await ask('Where is the canteen?');
    const said = { verdict: 'wrong', content_pack_id: packId };
    const first = await owner.give(id, { ...said, better_answer: 'Downstairs.' });
    const second = await owner.give(id, { ...said, better_answer: 'Upstairs.' });
    expect([first.replaced, second.replaced]).toEqual([true, true]);
    expect(await pairsUnder('Where is the canteen?')).toMatchObject([
      { id: first.proposal.qna_id, answer: 'Upstairs.' },
    ]);
    // Later readers do not see how it was created.
    expect((await owner.of(id))[0]).not.toHaveProperty('replaced');
  });

  it('uses the values of the accepting request instead', async () => {
    const [before] = await pairsUnder('Who approves travel?');
    const { id } = await propose('Who approves travel?', 'Nobody.');
    await owner.accept(id, { question: 'Who signs off my trips?', groups: ['staff'] });
    expect(await pairsUnder('Who approves travel?')).toMatchObject([
      {
        ...{ id: before?.id, question: 'Who signs off my trips?', alternatives: ['Who approves travel?'] },
        ...{ answer: 'Nobody.', groups: ['staff'], source: 'travel policy' },
      },
    ]);
    const again = await propose('Who approves travel?', 'The board.');
    await owner.accept(again.id, { alternatives: ['Who pays for trips?'], groups: [] });
    expect(await pairsUnder('Who pays for trips?')).toMatchObject([{ id: before?.id, answer: 'The board.' }]);
  });

  it('is a new pair under another question: the matched pair stays', async () => {
    const [before] = await pairsUnder(wifi.question);
    const { id } = await propose(wifi.question, 'There is none.');
    const { proposal, replaced } = await owner.accept(id, { question: 'What is the password of the safe?' });
    expect([replaced, proposal.qna_id === before?.id]).toEqual([false, false]);
    expect(await pairsUnder(wifi.question)).toEqual([before]);
  });

  it('replaces the pair that answered if several have the question, otherwise names them', async () => {
    const both = await pairsUnder(bonus);
    const ofBoard = both.find(({ groups }) => groups.includes('board'));
    const proposed = await propose(bonus, 'In June.', { groups: ['board'] });
    expect((await owner.accept(proposed.id)).proposal.qna_id).toBe(ofBoard?.id);
    expect((await pairsUnder(bonus)).map(({ answer }) => answer).toSorted()).toEqual([
      'In December.',
      'In June.',
    ]);
    const unnamed = await propose(bonus, 'Never.');
    const refused = await owner.settle('accept', unnamed.id, { content_pack_id: packId });
    const { code, detail } = problemOf(refused);
    expect(code).toBe('pack_conflict');
    for (const { id } of both) expect(detail).toContain(id);
  });

  it('takes no alternatives from other pairs', async () => {
    const [before] = await pairsUnder(wifi.question);
    const { id } = await propose('Is there a printer?', 'Yes.');
    const refused = await owner.settle('accept', id, {
      ...{ content_pack_id: packId, alternatives: ['WIFI password'] },
    });
    expect(problemOf(refused)).toMatchObject({
      code: 'pack_conflict',
      detail: expect.stringContaining(before?.id ?? 'no pair'),
    });
  });

  it('requires groups if the pair is visible to others than the cited sources', async () => {
    const question = 'When does plan Falcon begin?';
    const { id } = await propose(question, 'In April.', { groups: ['hr'] });
    const open = await putPair({ question, answer: 'No such plan.' });
    expect(refusalOf(await owner.settle('accept', id))).toEqual(['validation_failed', '/groups']);
    expect(await pairsUnder(question)).toEqual([open]);
    await owner.accept(id, { groups: ['hr'] });
    expect(await pairsUnder(question)).toMatchObject([{ id: open.id, groups: ['hr'], answer: 'In April.' }]);
  });

  it('creates one pair if two are accepted concurrently for one question', async () => {
    const proposed = await Promise.all(
      ['Red.', 'Blue.'].map((answer) => propose('Which door is it?', answer)),
    );
    const accepted = await Promise.all(
      proposed.map(({ id }) => owner.accept(id, { content_pack_id: packId })),
    );
    expect(accepted.map(({ replaced }) => replaced).toSorted()).toEqual([false, true]);
    expect(await pairsUnder('Which door is it?')).toHaveLength(1);
  });
});

describe('a service that was killed between the answer of a pair and its proposal', () => {
  it('sets the same answer if it is accepted again', async () => {
    const [before] = await pairsUnder(wifi.question);
    const { id } = await propose(wifi.question, 'Turn left.');
    dies = true;
    expect(refusalOf(await owner.settle('accept', id))).toEqual(['audit_unavailable']);
    const { proposal, replaced } = await owner.accept(id);
    expect([proposal.qna_id, replaced]).toEqual([before?.id, true]);
    expect(await pairsUnder(wifi.question)).toMatchObject([{ id: before?.id, answer: 'Turn left.' }]);
  });

  it('deletes no existing pair if it is dismissed, replaced or moved', async () => {
    const [before] = await pairsUnder(wifi.question);
    const dismissed = await propose(wifi.question, 'Turn right.');
    dies = true;
    await owner.settle('accept', dismissed.id);
    expect((await owner.settle('dismiss', dismissed.id)).statusCode).toBe(200);
    const other = await content.createPack('elsewhere');
    const moved = await propose(wifi.question, 'Turn round.');
    dies = true;
    await owner.settle('accept', moved.id);
    expect((await owner.accept(moved.id, { content_pack_id: other.id })).replaced).toBe(false);
    const { message_id: id } = await ask(wifi.question);
    dies = true;
    await owner.send(id, { verdict: 'wrong', better_answer: 'Go up.', content_pack_id: packId });
    await owner.give(id, { verdict: 'right' });
    expect(await pairsUnder(wifi.question)).toMatchObject([{ id: before?.id, answer: 'Go up.' }]);
  });

  it('leaves no unfinished pair if another was created meanwhile', async () => {
    const question = 'Where is the sauna?';
    const { id } = await propose(question, 'In the attic.');
    dies = true;
    await owner.settle('accept', id, { content_pack_id: packId });
    const written = await putPair({ question, answer: 'There is none.' });
    expect(await pairsUnder(question)).toHaveLength(2);
    const { proposal, replaced } = await owner.accept(id, { content_pack_id: packId });
    expect([proposal.qna_id, replaced]).toEqual([written.id, true]);
    expect(await pairsUnder(question)).toMatchObject([{ id: written.id, answer: 'In the attic.' }]);
  });
});
