import { describe, expect, it } from 'vitest';
import { contentLimits } from '../content/content-fields.ts';
import { noAnswerCauses } from '../values/enumerations.ts';
import { insightResponseExamples } from './insight-examples.ts';
import { insightLimits, intervalSchema, periodQuerySchema } from './insight-period.ts';
import {
  groupDraftRequestSchema,
  taskRequestSchema,
  unansweredCauses,
  unansweredPageSchema,
  unansweredQuerySchema,
} from './insight-unanswered.ts';

const accepts = (schema: { safeParse(input: unknown): { success: boolean } }, input: unknown) =>
  schema.safeParse(input).success;

describe('insights on the wire', () => {
  it('[CON-11-17] a period is two instants, either of which may be left out', () => {
    for (const period of [{}, { from: '2026-11-01T00:00:00Z' }, { to: '2026-11-01T00:00:00+01:00' }])
      expect(accepts(periodQuerySchema, period)).toBe(true);
    for (const period of [{ from: '2026-11-01' }, { from: '2026-02-30T00:00:00Z' }, { until: 'x' }])
      expect(accepts(periodQuerySchema, period)).toBe(false);
    expect(unansweredQuerySchema.parse({ state: 'open' })).toEqual({ state: 'open', limit: 20 });
    expect(accepts(unansweredQuerySchema, { state: 'closed' })).toBe(false);
  });

  it('every reason for not answering is a reason to be listed', () => {
    expect(unansweredCauses).toEqual([
      ...noAnswerCauses,
      'low_confidence',
      'reported_wrong',
      'reported_wrong_by_visitor',
    ]);
  });

  it('a draft needs a pack and an answer, and keeps to the limits of curated pairs', () => {
    const draft = { content_pack_id: 'pack_1', answer: ' In March. ' };
    expect(groupDraftRequestSchema.parse(draft)).toEqual({
      ...{ content_pack_id: 'pack_1', answer: 'In March.', source: '', url: null, tags: [] },
    });
    // To say that everyone may get it is not to say nothing.
    expect(groupDraftRequestSchema.parse({ ...draft, groups: [] }).groups).toEqual([]);
    for (const wrong of [
      {},
      { ...draft, answer: ' ' },
      { ...draft, answer: 'a'.repeat(contentLimits.answerCodePointsMax + 1) },
      { ...draft, question: 'a'.repeat(contentLimits.questionCodePointsMax + 1) },
      { ...draft, url: 'ftp://example.org' },
      { ...draft, alternatives: ['a'] },
    ])
      expect(accepts(groupDraftRequestSchema, wrong)).toBe(false);
  });

  it('tasks are few', () => {
    expect(taskRequestSchema.parse({})).toEqual({ limit: insightLimits.tasksUsual });
    const ids = Array.from({ length: insightLimits.tasksMax + 1 }, () => 'msg_1');
    for (const wrong of [
      { limit: 0 },
      { limit: insightLimits.tasksMax + 1 },
      { group_ids: [] },
      { group_ids: ids },
    ])
      expect(accepts(taskRequestSchema, wrong)).toBe(false);
  });

  it('an interval does not end before it begins, and a page has a cursor exactly if there is more', () => {
    expect(accepts(intervalSchema, { low: 0.2, high: 0.2 })).toBe(true);
    expect(accepts(intervalSchema, { low: 0.3, high: 0.2 })).toBe(false);
    const page = insightResponseExamples['listUnanswered']?.[200] as object;
    expect(accepts(unansweredPageSchema, page)).toBe(true);
    expect(accepts(unansweredPageSchema, { ...page, has_more: true })).toBe(false);
    expect(accepts(unansweredPageSchema, { ...page, next_cursor: 'a' })).toBe(false);
  });
});
