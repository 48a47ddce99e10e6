import { defaultScopes } from '@avow/contract/roles';
import { unansweredPageSchema } from '@avow/contract/testing/administration';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FeedbackClient, feedbackClient, refusalOf } from '../support/feedback-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let key: string;
let owner: FeedbackClient;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  const tenantId = await service.createTenant(`inbox ${Math.random()}`);
  key = await service.createKey(tenantId, { scopes: [...defaultScopes, 'content:manage'] });
  await service.loadPack(tenantId, officePack);
  owner = feedbackClient(service, key);
});
afterAll(() => service.close());

const ask = (prompt: string) => service.ask(key, { prompt });
const idsOf = async (query: string) => (await owner.list(query)).map(({ id }) => id);

describe('the inbox of feedback', () => {
  it('lists what waits for somebody, with what was asked and answered', async () => {
    const canteen = await ask('Where is the canteen?');
    const right = await owner.give(canteen.message_id, { verdict: 'right', end_user_id: 'ann' });
    const wrong = await owner.give(canteen.message_id, { verdict: 'wrong', end_user_id: 'bob' });
    const proposed = await owner.give(canteen.message_id, {
      ...{ verdict: 'partly', end_user_id: 'cal' },
      better_answer: 'On the third floor.',
    });
    expect(await idsOf('?state=open')).toEqual([proposed.id, wrong.id]);
    expect(await idsOf('?state=open&verdict=wrong')).toEqual([wrong.id]);
    expect(await idsOf('?state=done')).toEqual([right.id]);
    expect(await idsOf('?state=done&verdict=wrong')).toEqual([]);
    expect((await owner.list('?state=open'))[0]).toMatchObject({
      ...{ question: 'Where is the canteen?', answer: canteen.answer },
      cited: canteen.citations.map(({ content_pack_id, document_id }) => ({ content_pack_id, document_id })),
    });
    expect(problemOf(await service.get(key, '/v1/feedback?state=open&proposal=none')).code).toBe(
      'validation_failed',
    );
  });

  it('answers feedback that has no better answer', async () => {
    const { message_id, citations } = await ask('Where is the canteen?');
    const { id } = await owner.give(message_id, { verdict: 'wrong', comment: 'It has moved.' });
    expect(refusalOf(await owner.settle('accept', id))).toEqual(['invalid_state']);
    const answered = await owner.accept(id, { answer: 'In the new building.' });
    expect(answered).toMatchObject({
      better_answer: null,
      proposal: { state: 'drafted', content_pack_id: citations[0]?.content_pack_id },
    });
    const pairs = await owner.pairsOf(answered.proposal.content_pack_id ?? '');
    expect(pairs.find((pair) => pair.id === answered.proposal.qna_id)).toMatchObject({
      question: 'Where is the canteen?',
      answer: 'In the new building.',
    });
    expect(await idsOf('?state=open')).toEqual([]);
    expect(refusalOf(await owner.settle('accept', id, { answer: 'x' }))).toEqual(['invalid_state']);
    expect(refusalOf(await owner.settle('dismiss', id))).toEqual(['invalid_state']);
  });

  it('changes the pair that answered, whatever words the question had', async () => {
    const { message_id, citations } = await ask('Where is the canteen?');
    const packId = citations[0]?.content_pack_id ?? '';
    const before = await owner.pairsOf(packId);
    const body = { question: 'Is there a bicycle room?', answer: 'In the yard.', groups: [] };
    const url = `/v1/content-packs/${packId}/qna`;
    const headers = { authorization: `Bearer ${key}` };
    const send = async (payload: object) =>
      (await service.app.http.inject({ method: 'POST', url, headers, payload })).json();
    const pair = await send(body);
    const other = await send({ ...body, question: 'Who has the bicycle keys?' });
    const { id } = await owner.give(message_id, { verdict: 'wrong', better_answer: 'Behind the house.' });
    for (const qna_id of ['qna_nothing', 'x', `qna_${'0'.repeat(26)}`])
      expect(refusalOf(await owner.settle('accept', id, { content_pack_id: packId, qna_id }))).toEqual([
        'validation_failed',
        '/qna_id',
      ]);
    const given = { content_pack_id: packId, qna_id: pair.id };
    const taken = { ...given, alternatives: [other.question] };
    expect(refusalOf(await owner.settle('accept', id, taken))).toEqual(['pack_conflict']);
    const alternatives = ['Where can I leave my bicycle?'];
    const accepted = await owner.accept(id, { ...given, alternatives });
    expect(accepted).toMatchObject({ replaced: true, proposal: { state: 'drafted', qna_id: pair.id } });
    const after = await owner.pairsOf(packId);
    expect(after).toHaveLength(before.length + 2);
    expect(after.find((each) => each.id === pair.id)).toMatchObject({
      ...{ question: 'Is there a bicycle room?', alternatives, answer: 'Behind the house.' },
    });
  });

  it('dismisses a verdict, which still counts', async () => {
    const { message_id } = await ask('Where is the canteen?');
    const { id } = await owner.give(message_id, { verdict: 'wrong' });
    for (const _ of [1, 2]) expect((await owner.settle('dismiss', id)).statusCode).toBe(200);
    expect(await idsOf('?state=open')).toEqual([]);
    expect((await owner.list('?state=done'))[0]).toMatchObject({
      ...{ id, verdict: 'wrong', proposal: { state: 'dismissed', qna_id: null } },
    });
    expect(refusalOf(await owner.settle('accept', id, { answer: 'x' }))).toEqual(['invalid_state']);
  });

  it('is linked from the group of unanswered questions', async () => {
    const { message_id } = await ask('Is there a swimming pool?');
    const { id } = await owner.give(message_id, { verdict: 'wrong', better_answer: 'No.' });
    const groups = async () =>
      unansweredPageSchema.parse((await service.get(key, '/v1/insights/unanswered')).json()).data;
    expect(await groups()).toMatchObject([{ question: 'Is there a swimming pool?', feedback_ids: [id] }]);
    await owner.settle('dismiss', id);
    expect(await groups()).toMatchObject([{ feedback_ids: [] }]);
  });
});
