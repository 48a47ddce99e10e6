import type { MessageId } from '@avow/foundation';
import { createYielder } from '@avow/foundation/concurrency';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findVectorRepresentative, groupByVectors, vectorSimilarityMin } from './group-by-vectors.ts';
import { groupQuestions, type Phrasing, phrasingsOf, type QuestionGroup } from './group-questions.ts';

const words = ['holiday', 'badge', 'canteen', 'printer', 'refund', 'sick', 'the', 'of', 'Holiday!', '?'];
const textOf = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
  .map((some) => some.join(' '));

const questionsOf = (texts: readonly string[]) =>
  texts.map((text, index) => ({ messageId: `msg_${String(index).padStart(26, '0')}` as MessageId, text }));

/** A bag-of-words vector: the same words give the same direction. */
function vectorOf({ text }: Phrasing): Float32Array {
  const vector = words.map((word) => text.split(' ').filter((one) => one === word).length + 0.01);
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

const group = (texts: readonly string[], by: 'vectors' | 'keywords') =>
  groupQuestions(phrasingsOf(questionsOf(texts)), by === 'vectors' ? vectorOf : null, createYielder());

const membersOf = ({ phrasings }: QuestionGroup) => phrasings.flatMap(({ messageIds }) => messageIds);

describe('grouping questions', () => {
  it('puts every question into exactly one group, which contains its representative', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(textOf, { maxLength: 40 }),
        fc.constantFrom('vectors', 'keywords'),
        async (texts, by) => {
          const groups = await group(texts, by as 'vectors' | 'keywords');
          const members = groups.flatMap(membersOf).sort();
          expect(members).toEqual(questionsOf(texts).map(({ messageId }) => messageId));
          for (const one of groups) expect(one.phrasings).toContain(one.representative);
        },
      ),
    );
  });

  it('returns the same groups for any order of questions', async () => {
    const shuffled = fc
      .array(textOf, { maxLength: 30 })
      .chain((texts) =>
        fc.tuple(
          fc.constant(questionsOf(texts)),
          fc.shuffledSubarray(questionsOf(texts), { minLength: texts.length }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, fc.boolean(), async ([questions, other], byVectors) => {
        const of = byVectors ? vectorOf : null;
        const giveWay = createYielder();
        const one = await groupQuestions(phrasingsOf(questions), of, giveWay);
        expect(await groupQuestions(phrasingsOf(other).toReversed(), of, giveWay)).toEqual(one);
      }),
    );
  });

  it('merges spellings into one phrasing, under its first message', () => {
    const [first, second] = phrasingsOf(questionsOf(['Where is it?', 'who', 'where is  it']));
    expect(first).toMatchObject({
      text: 'Where is it?',
      messageIds: [expect.stringMatching(/0$/), expect.stringMatching(/2$/)],
    });
    expect(second?.text).toBe('who');
  });

  it('keeps a question without a vector alone, even if others have the same words', async () => {
    const phrasings = phrasingsOf(questionsOf(['sick holiday', 'holiday sick', 'sick sick holiday holiday']));
    const lost = phrasings[0]?.key;
    const groups = await groupQuestions(
      phrasings,
      (one) => (one.key === lost ? null : vectorOf(one)),
      createYielder(),
    );
    expect(groups.map(({ phrasings: some }) => some.length)).toEqual([2, 1]);
  });
});

describe('grouping by vectors', () => {
  const at = (degrees: number): Float32Array =>
    Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0);
  const place = (degrees: number, count = 1) => ({ vector: at(degrees), count });
  const lineDegrees = (Math.acos(vectorSimilarityMin) * 180) / Math.PI;

  it('joins phrasings that are near enough to the centroid of a group, and no others', async () => {
    expect(await groupByVectors([place(0), place(lineDegrees - 1)], createYielder())).toEqual([0, 0]);
    expect(await groupByVectors([place(0), place(lineDegrees + 1)], createYielder())).toEqual([0, 1]);
    // The centroid has moved halfway, and reaches further by as much.
    const three = [place(0), place(lineDegrees - 1), place(lineDegrees + 10)];
    expect(await groupByVectors(three, createYielder())).toEqual([0, 0, 0]);
    // A frequent phrasing keeps the centroid in place.
    const heavy = [place(0, 100), place(lineDegrees - 1), place(lineDegrees + 10)];
    expect(await groupByVectors(heavy, createYielder())).toEqual([0, 0, 1]);
  });

  it('chooses the nearer of two groups', async () => {
    expect(await groupByVectors([place(0), place(60), place(35)], createYielder(), 0.8)).toEqual([0, 1, 1]);
  });

  it('chooses the representative nearest to the weighted centroid', () => {
    expect(findVectorRepresentative([place(0), place(10), place(20)])).toBe(1);
    expect(findVectorRepresentative([place(0), place(10), place(20, 50)])).toBe(2);
    expect(findVectorRepresentative([])).toBe(-1);
  });
});
