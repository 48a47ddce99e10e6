import { describe, expect, it } from 'vitest';
import { mergeQuestions } from './merge-questions.ts';
import { goldenQuestion } from './test-support/golden-samples.ts';

const expects = { kind: 'not_covered' } as const;
const given = (question: string, more: { id?: `gld_${string}`; groups?: string[] } = {}) => ({
  ...{ question, expects, note: '', groups: [] },
  ...more,
});
const known = [goldenQuestion(1, { question: 'Where is it?', state: 'suggested' }), goldenQuestion(2)];
const [first, second] = known.map(({ goldenId }) => goldenId);
const place = (some: ReturnType<typeof given>[], unknownIds: 'refused' | 'drawn' = 'refused') =>
  mergeQuestions(some, { known, unknownIds, nowMs: 1_000 });
const idsOf = (placed: ReturnType<typeof place>) =>
  placed.kind === 'placed' ? placed.questions.map(({ goldenId }) => goldenId) : placed.faults;

describe('mergeQuestions', () => {
  it('replaces by id or by normalised question, and accepts the result', () => {
    const placed = place([given('Where is what?', { id: second as `gld_${string}` }), given('where IS it')]);
    expect(idsOf(placed)).toEqual([second, first]);
    expect(placed.kind === 'placed' && placed.questions.every(({ state }) => state === 'accepted')).toBe(
      true,
    );
  });

  it('treats the same question for other groups as different', () => {
    const [id] = idsOf(place([given('Where is it?', { groups: ['staff'] })]));
    expect(id).not.toBe(first);
  });

  it('lets two questions swap ids', () => {
    const placed = place([
      given(known[1]?.question ?? '', { id: first as `gld_${string}` }),
      given('Where is it?', { id: second as `gld_${string}` }),
    ]);
    expect(idsOf(placed)).toEqual([first, second]);
  });

  it('rejects unknown ids and duplicate questions, with their location', () => {
    const unknown = 'gld_00000000000000000000000009' as const;
    expect(
      place([
        given('Who?'),
        given('who?'),
        given('Why?', { id: unknown }),
        given('Where is it?', { id: second as `gld_${string}` }),
        given('Whence?', { id: second as `gld_${string}` }),
      ]),
    ).toMatchObject({
      kind: 'faulty',
      faults: [
        { pointer: '/questions/1/question' },
        { pointer: '/questions/2/id' },
        { pointer: '/questions/3/question' },
        { pointer: '/questions/4/id' },
      ],
    });
    expect(idsOf(place([given('Where is it?', { id: unknown })], 'drawn'))).toEqual([first]);
  });

  it('keeps the order', () => {
    const ids = idsOf(place(Array.from({ length: 50 }, (_, position) => given(`Question ${position}?`))));
    expect(ids).toEqual([...ids].sort());
  });
});
