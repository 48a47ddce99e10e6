import { reviewReasons, wrongReasons } from '@avow/contract/review';
import { newId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf } from '../support/feedback-client.ts';
import { newReviewed, type ReviewClient, travelAnswer, travelQuote } from '../support/review-client.ts';
import { officePack, problemOf, startTestService, type TestService } from '../support/test-service.ts';

const weekMs = 7 * 86_400_000;
let service: TestService;
let reviewed: ReviewClient;
let nowMs = Date.now();

beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
});
beforeEach(async () => {
  reviewed = await newReviewed(service);
});
afterAll(() => service.close());

const labels = () => service.data.store.feedback.listLabels(reviewed.tenantId, {}, 100);

describe('an answer pending review', () => {
  it('[CON-3-14] [CON-3-04] reaches the client as 202, without any of its text', async () => {
    const held = await reviewed.hold();
    expect(held).toMatchObject({
      ...{ answer: '', citations: [], source_type: 'none' },
      confidence: { score: 0, band: 'none' },
      agent_context: { suggested_next_action: 'retry_later', blocked_reason: 'none', no_answer_cause: null },
    });
    const { message_id: id } = held;
    const { confidence_explanation: explanation, ...message } = await reviewed.messageOf(id);
    expect(message).toEqual(held);
    expect(explanation).toBeNull();
    const record = await reviewed.auditOf(id);
    expect(record).toMatchObject({ status: 'in_review', answer: '', log: null, review: null });
    expect(record.confidence_model).toBeNull();
    const listed = (await service.get(reviewed.key, '/v1/messages?status=in_review')).json();
    expect(listed.data).toEqual([held]);
    expect(JSON.stringify([message, record, listed])).not.toContain('team lead');
  });

  it('[CON-11-18] is listed with all that a decision needs', async () => {
    const held = await reviewed.hold({ end_user_id: 'ann', channel_type: 'chat' });
    nowMs += 5_000;
    const { data } = await reviewed.list();
    expect(data).toEqual([await reviewed.read(held.message_id)]);
    expect(data[0]).toMatchObject({
      ...{ message_id: held.message_id, thread_id: held.thread_id, question: 'Who approves travel?' },
      ...{ answer: travelAnswer, source_type: 'qna', channel_type: 'chat', end_user_id: 'ann' },
      citations: [expect.objectContaining({ quote: travelQuote, source: 'travel policy' })],
      confidence_explanation: expect.objectContaining({ method: 'curated_exact' }),
      expires_at: new Date(Date.parse(held.created_at) + weekMs).toISOString(),
    });
    expect(data[0]?.confidence.score).toBeGreaterThan(0);
    expect(data[0]?.pending_ms).toBeGreaterThanOrEqual(5_000);
  });

  it('is listed oldest first, in pages', async () => {
    const ids = [];
    for (let count = 0; count < 5; count++) {
      ids.push((await reviewed.hold()).message_id);
      nowMs += 1_000;
    }
    const first = await reviewed.list('?limit=2');
    const second = await reviewed.list(`?limit=2&cursor=${first.next_cursor}`);
    const third = await reviewed.list(`?limit=2&cursor=${second.next_cursor}`);
    expect([first, second, third].flatMap(({ data }) => data.map(({ message_id }) => message_id))).toEqual(
      ids,
    );
    expect(third).toMatchObject({ has_more: false, next_cursor: null });
    const refused = await service.get(reviewed.key, '/v1/review?limit=2&cursor=nonsense');
    expect(problemOf(refused).code).toBe('invalid_cursor');
  });

  it('is required only if the score is below the threshold', async () => {
    await reviewed.reviewBelow(0.01);
    expect(await service.ask(reviewed.key, { prompt: 'Who approves travel?' })).toMatchObject({
      status: 'delivered',
    });
    await reviewed.reviewBelow(1);
    // Without an answer no decision is needed.
    const uncovered = await service.ask(reviewed.key, { prompt: 'How deep is the Mariana Trench?' });
    expect(uncovered).toMatchObject({ status: 'delivered', source_type: 'none' });
    expect((await reviewed.list()).data).toEqual([]);
  });

  it('replays the current state under its idempotency key', async () => {
    const ask = () =>
      service.post(reviewed.key, { prompt: 'Who approves travel?' }, { 'idempotency-key': 'once' });
    const held = await ask();
    const again = await ask();
    expect([again.statusCode, again.body]).toEqual([202, held.body]);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      location: held.headers['location'],
    });
    const delivered = await reviewed.decide(held.json().message_id, { decision: 'deliver' });
    const last = await ask();
    expect([last.statusCode, last.json()]).toEqual([200, delivered]);
  });
});

describe('a decision', () => {
  it('delivers the answer exactly as reviewed, on record', async () => {
    const { message_id: id } = await reviewed.hold();
    const held = await reviewed.read(id);
    const comment = 'Checked with finance.';
    const delivered = await reviewed.decide(id, { decision: 'deliver', comment });
    expect(delivered).toMatchObject({
      ...{ status: 'delivered', answer: held.answer, citations: held.citations, confidence: held.confidence },
      ...{ source_type: 'qna', guardrails: held.guardrails },
      agent_context: { knowledge_grounded: true, blocked_reason: 'none' },
    });
    const { confidence_explanation: explanation, ...message } = await reviewed.messageOf(id);
    expect(message).toEqual(delivered);
    expect(explanation).toMatchObject({ method: 'curated_exact', withheld: false });
    const record = await reviewed.auditOf(id);
    expect(record.confidence_model?.name).toBe(explanation?.model);
    expect(record).toMatchObject({
      ...{ status: 'delivered', answer: travelAnswer, confidence_score: held.confidence.score },
      ...{ response: delivered, log: { leaf_index: expect.any(Number) }, tripwire_triggered: false },
      review: { outcome: 'deliver', reason: null, comment, decided_by: expect.stringMatching(/^key_/) },
    });
    expect(await labels()).toMatchObject([
      {
        ...{ messageId: id, origin: 'review', author: record.review?.decided_by, isRight: true },
        ...{ score: held.confidence.score, band: held.confidence.band },
        evidence: { method: 'curated_exact' },
      },
    ]);
    expect((await reviewed.list()).data).toEqual([]);
  });

  it('is counted once, with its result', async () => {
    const count = async () => {
      const { body } = await service.get('', '/metrics');
      const counted = [...body.matchAll(/^avow_messages_total\{[^}]*\} (\d+)$/gm)];
      expect(body).not.toMatch(/^avow_messages_total\{status="in_review"/m);
      return counted.reduce((sum, [, number]) => sum + Number(number), 0);
    };
    const before = await count();
    const { message_id: id } = await reviewed.hold();
    expect(await count()).toBe(before);
    await reviewed.decide(id, { decision: 'block' });
    expect(await count()).toBe(before + 1);
  });

  it('blocks the answer with the message of the policy, and stores none of it', async () => {
    const { message_id: id } = await reviewed.hold({ prompt: 'Where is the canteen?' });
    const blocked = await reviewed.decide(id, { decision: 'block', reason: 'outdated' });
    expect(blocked).toMatchObject({
      ...{ status: 'blocked', answer: expect.stringContaining('a rule of this service'), citations: [] },
      ...{ source_type: 'none', confidence: { score: 0, band: 'none' } },
      agent_context: { blocked_reason: 'policy', knowledge_grounded: false },
    });
    const record = await reviewed.auditOf(id);
    expect(record).toMatchObject({
      ...{ status: 'blocked', tripwire_triggered: false, response: blocked },
      review: { outcome: 'block', reason: 'outdated', comment: null },
    });
    expect(record.log).not.toBeNull();
    expect(record.confidence_model).toBeNull();
    expect((await reviewed.messageOf(id)).confidence_explanation).toBeNull();
    const stored = await service.data.store.records.getMessage(reviewed.tenantId, id);
    expect(stored?.envelope).not.toContain('second floor');
    expect(await labels()).toMatchObject([{ isRight: false, origin: 'review' }]);
    expect((await labels())[0]?.score).toBeGreaterThan(0);
  });

  it.each(reviewReasons)('labels the answer if it says that it is wrong: %s', async (reason) => {
    const { message_id: id } = await reviewed.hold();
    await reviewed.decide(id, { decision: 'block', reason });
    const isWrong = (wrongReasons as readonly string[]).includes(reason);
    expect(await labels()).toHaveLength(isWrong ? 1 : 0);
  });

  it('[CON-11-18] delivers what the reviewer wrote, and keeps both texts and who', async () => {
    const { message_id: id } = await reviewed.hold();
    const held = await reviewed.read(id);
    const answer = `Good question. ${held.answer}`;
    const delivered = await reviewed.decide(id, { decision: 'deliver', answer });
    expect(delivered).toMatchObject({
      ...{ status: 'delivered', answer, confidence: held.confidence },
      citations: [{ quote: travelQuote, answer_start: 15 }],
      agent_context: { knowledge_grounded: false },
    });
    expect(await reviewed.messageOf(id)).toMatchObject({ answer });
    expect(await reviewed.auditOf(id)).toMatchObject({
      answer,
      review: {
        outcome: 'deliver',
        proposed_answer: held.answer,
        decided_by: expect.stringMatching(/^key_/),
      },
    });
    // How it is said may be all that was changed.
    expect(await labels()).toEqual([]);
    const { message_id: wrong } = await reviewed.hold();
    const edited = { decision: 'deliver', answer: 'Nobody.', reason: 'incorrect' };
    expect(await reviewed.decide(wrong, edited)).toMatchObject({ answer: 'Nobody.', citations: [] });
    expect(await labels()).toMatchObject([{ messageId: wrong, isRight: false }]);
    const table = await service.get(reviewed.key, '/v1/audit/records', { accept: 'text/csv' });
    const [heads = '', ...rows] = table.body.split('\r\n');
    const row = rows.find((each) => each.includes(wrong));
    expect(heads).toContain(',review,review_comment,proposed_answer,');
    expect(row).toContain(',Nobody.,');
    expect(row).toContain(`,edit,,"${held.answer}",`);
    const { message_id: same } = await reviewed.hold();
    await reviewed.decide(same, { decision: 'deliver', answer: held.answer });
    expect((await reviewed.auditOf(same)).review).toMatchObject({ proposed_answer: null });
    expect(await labels()).toContainEqual(expect.objectContaining({ messageId: same, isRight: true }));
  });

  it('refuses words of a reviewer that the policy does not let pass, and changes nothing', async () => {
    await reviewed.changePolicy({
      guardrails: [
        {
          ...{ name: 'Names', check: 'words', stage: 'output', action: 'block' },
          settings: { words: ['Voldemort'] },
        },
      ],
    });
    const { message_id: id } = await reviewed.hold();
    const body = { decision: 'deliver', answer: 'Ask Voldemort.' };
    expect(refusalOf(await reviewed.send(id, body))).toEqual(['validation_failed', '/answer']);
    expect((await reviewed.list()).data).toHaveLength(1);
  });

  it('is made once, by the first reviewer', async () => {
    const { message_id: id } = await reviewed.hold();
    const decisions = Array.from({ length: 6 }, (_, index) =>
      reviewed.send(id, { decision: index % 2 === 0 ? 'deliver' : 'block' }),
    );
    const codes = (await Promise.all(decisions)).map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    const late = problemOf(await reviewed.send(id, { decision: 'deliver' }));
    expect(late.code).toBe('invalid_state');
    expect(late.detail).toContain('ended');
    expect(await labels()).toHaveLength(1);
    expect(problemOf(await service.get(reviewed.key, `/v1/review/${id}`)).code).toBe('not_found');
    expect((await reviewed.auditOf(id)).log).not.toBeNull();
  });

  it('is refused if the body is invalid, and nothing changes', async () => {
    const { message_id: id } = await reviewed.hold();
    for (const [body, pointer] of [
      [{}, '/decision'],
      [{ decision: 'maybe' }, '/decision'],
      [{ decision: 'deliver', reason: 'policy' }, '/reason'],
      [{ decision: 'block', reason: 'because' }, '/reason'],
      [{ decision: 'block', comment: 'x'.repeat(2_001) }, '/comment'],
      [{ decision: 'block', force: true }, '/force'],
      [{ decision: 'block', answer: 'x' }, '/answer'],
    ] as const) {
      expect(refusalOf(await reviewed.send(id, body))).toEqual(['validation_failed', pointer]);
    }
    expect((await reviewed.list()).data).toHaveLength(1);
  });

  it('requires the scope to decide, and the own tenant', async () => {
    const { message_id: id } = await reviewed.hold();
    const asker = await service.createKey(reviewed.tenantId);
    for (const path of ['/v1/review', `/v1/review/${id}`])
      expect(problemOf(await service.get(asker, path)).code).toBe('insufficient_scope');
    const other = await newReviewed(service);
    for (const name of [id, newId('msg', nowMs), 'nonsense']) {
      expect(problemOf(await service.get(other.key, `/v1/review/${name}`)).code).toBe('not_found');
      expect(problemOf(await other.send(name, { decision: 'deliver' })).code).toBe('not_found');
    }
    expect((await other.list()).data).toEqual([]);
    const delivered = await service.ask(other.key, { prompt: 'How deep is the sea?' });
    expect(problemOf(await other.send(delivered.message_id, { decision: 'block' })).code).toBe(
      'invalid_state',
    );
  });

  it('has its comment checked like a prompt', async () => {
    const { message_id: id } = await reviewed.hold();
    const comment = 'Asked with the card 4111 1111 1111 1111.';
    await reviewed.decide(id, { decision: 'deliver', comment });
    const { review } = await reviewed.auditOf(id);
    expect(review?.comment).toMatch(/^Asked with the card /);
    expect(review?.comment).not.toContain('4111');
  });
});

describe('the source of an answer', () => {
  it('must still exist at delivery; otherwise the answer can only be blocked', async () => {
    const { message_id: id } = await reviewed.hold();
    const changed = { ...officePack, 'pairs.qna.json': officePack['pairs.qna.json'].replace('500', '900') };
    await service.loadPack(reviewed.tenantId, changed);
    const refused = problemOf(await reviewed.send(id, { decision: 'deliver' }));
    expect([refused.code, refused.detail]).toEqual([
      'invalid_state',
      expect.stringContaining('changed since'),
    ]);
    expect((await reviewed.list()).data).toHaveLength(1);
    // As it was again: what is quoted is what is stored.
    await service.loadPack(reviewed.tenantId, officePack);
    expect(await reviewed.decide(id, { decision: 'deliver' })).toMatchObject({ status: 'delivered' });
    const { message_id: next } = await reviewed.hold();
    await service.loadPack(reviewed.tenantId, changed);
    expect(await reviewed.decide(next, { decision: 'block', reason: 'outdated' })).toMatchObject({
      status: 'blocked',
    });
  });

  it('is read with the groups of the person who asked', async () => {
    const pair = { question: 'Who approves travel?', answer: travelQuote };
    const pack = (groups: readonly string[]) => ({
      ...officePack,
      'pairs.qna.json': JSON.stringify([{ ...pair, groups }]),
    });
    await service.loadPack(reviewed.tenantId, pack(['staff']));
    const { message_id: id } = await reviewed.hold({ groups: ['staff'] });
    const { message_id: other } = await reviewed.hold({ groups: ['staff'] });
    expect((await reviewed.decide(id, { decision: 'deliver' })).answer).toBe(travelAnswer);
    await service.loadPack(reviewed.tenantId, pack(['board']));
    expect(problemOf(await reviewed.send(other, { decision: 'deliver' })).code).toBe('invalid_state');
  });
});
