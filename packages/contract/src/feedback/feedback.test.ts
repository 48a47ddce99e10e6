import { expect, test } from 'vitest';
import { contentLimits } from '../content/content-fields.ts';
import { feedbackReasons, feedbackVerdicts } from '../values/enumerations.ts';
import {
  acceptFeedbackRequestSchema,
  feedbackEntrySchema,
  feedbackLimits,
  feedbackListQuerySchema,
  feedbackRequestSchema,
} from './feedback.ts';
import { feedbackResponseExamples } from './feedback-examples.ts';

const accepts = (request: unknown) => feedbackRequestSchema.safeParse(request).success;

test('a verdict is enough, and each is one of three', () => {
  for (const verdict of feedbackVerdicts) expect(accepts({ verdict })).toBe(true);
  for (const reason of feedbackReasons) expect(accepts({ verdict: 'wrong', reason })).toBe(true);
  for (const request of [
    {},
    { verdict: 'good' },
    { verdict: null },
    { verdict: 'wrong', reason: 'ugly' },
    { verdict: 'wrong', reason: null },
    { verdict: 'wrong', stars: 1 },
    { verdict: 'wrong', end_user_id: '' },
    { verdict: 'wrong', end_user_id: 'x'.repeat(129) },
  ])
    expect(accepts(request), JSON.stringify(request)).toBe(false);
});

test('comments are limited in code points, and trimmed', () => {
  const face = '😀';
  const wrong = { verdict: 'wrong' };
  expect(accepts({ ...wrong, comment: face.repeat(feedbackLimits.commentCodePointsMax) })).toBe(true);
  expect(accepts({ ...wrong, comment: face.repeat(feedbackLimits.commentCodePointsMax + 1) })).toBe(false);
  expect(accepts({ ...wrong, better_answer: face.repeat(contentLimits.answerCodePointsMax) })).toBe(true);
  expect(accepts({ ...wrong, better_answer: face.repeat(contentLimits.answerCodePointsMax + 1) })).toBe(
    false,
  );
  for (const text of ['', '   ', 'a\u0000b', '\ud800']) {
    expect(accepts({ ...wrong, comment: text }), JSON.stringify(text)).toBe(false);
    expect(accepts({ ...wrong, better_answer: text }), JSON.stringify(text)).toBe(false);
  }
  expect(feedbackRequestSchema.parse({ ...wrong, comment: ' two\r\nlines ' }).comment).toBe('two\nlines');
});

test('a pack is named only with a better answer, and a right answer needs none', () => {
  const pack = 'pack_01jd7c5v8rg2h4j6k8m0n2p4q6';
  expect(accepts({ verdict: 'wrong', better_answer: 'So.', content_pack_id: pack })).toBe(true);
  expect(accepts({ verdict: 'partly', better_answer: 'So.' })).toBe(true);
  expect(accepts({ verdict: 'wrong', content_pack_id: pack })).toBe(false);
  expect(accepts({ verdict: 'right', better_answer: 'So.' })).toBe(false);
});

test('accepting needs no field, and groups are sorted', () => {
  expect(acceptFeedbackRequestSchema.parse({})).toEqual({});
  expect(acceptFeedbackRequestSchema.parse({ groups: ['b', 'a', 'b'] })).toEqual({ groups: ['a', 'b'] });
  for (const request of [
    { question: 'x'.repeat(contentLimits.questionCodePointsMax + 1) },
    { alternatives: new Array(contentLimits.alternativesMax + 1).fill('Why?') },
    { answer: ' ' },
    { source: 'elsewhere' },
  ])
    expect(acceptFeedbackRequestSchema.safeParse(request).success).toBe(false);
});

test('lists accept only known filters', () => {
  expect(feedbackListQuerySchema.parse({ verdict: 'wrong', proposal: 'proposed' })).toMatchObject({
    limit: 20,
  });
  for (const query of [{ verdict: 'x' }, { proposal: 'open' }, { limit: '0' }, { author: 'ann' }])
    expect(feedbackListQuerySchema.safeParse(query).success).toBe(false);
});

test('there is a pair exactly if one was drafted', () => {
  const drafted = feedbackEntrySchema.parse(feedbackResponseExamples['acceptFeedback']?.[200]);
  const withProposal = (change: object) =>
    feedbackEntrySchema.safeParse({ ...drafted, proposal: { ...drafted.proposal, ...change } }).success;
  expect(withProposal({})).toBe(true);
  expect(withProposal({ qna_id: null })).toBe(false);
  expect(withProposal({ state: 'proposed' })).toBe(false);
  expect(withProposal({ state: 'proposed', qna_id: null })).toBe(true);
});
