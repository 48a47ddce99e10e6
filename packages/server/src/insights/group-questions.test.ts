import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageId } from '../interfaces/identity.ts';
import { createTurns } from './create-turns.ts';
import { groupByMeaning, meaningLine, nearestToAll } from './group-by-meaning.ts';
import { groupQuestions, type Phrasing, phrasingsOf, type QuestionGroup } from './group-questions.ts';

const words = ['holiday', 'badge', 'canteen', 'printer', 'refund', 'sick', 'the', 'of', 'Holiday!', '?'];
const textOf = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 })
  .map((some) => some.join(' '));

const questionsOf = (texts: readonly string[]) =>
  texts.map((text, index) => ({ messageId: `msg_${String(index).padStart(26, '0')}` as MessageId, text }));

/** A vector of the words that a text has: the same words are the same direction. */
function vectorOf({ text }: Phrasing): Float32Array {
  const vector = words.map((word) => text.split(' ').filter((one) => one === word).length + 0.01);
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

const group = (texts: readonly string[], by: 'meaning' | 'words') =>
  groupQuestions(phrasingsOf(questionsOf(texts)), by === 'meaning' ? vectorOf : null, createTurns());

const membersOf = ({ phrasings }: QuestionGroup) => phrasings.flatMap(({ messageIds }) => messageIds);

describe('grouping questions', () => {
  it('puts every question into exactly one group, and its representative is of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(textOf, { maxLength: 40 }),
        fc.constantFrom('meaning', 'words'),
        async (texts, by) => {
          const groups = await group(texts, by as 'meaning' | 'words');
          const members = groups.flatMap(membersOf).sort();
          expect(members).toEqual(questionsOf(texts).map(({ messageId }) => messageId));
          for (const one of groups) expect(one.phrasings).toContain(one.representative);
        },
      ),
    );
  });

  it('gives the same groups in whatever order the questions come', async () => {
    const shuffled = fc
      .array(textOf, { maxLength: 30 })
      .chain((texts) =>
        fc.tuple(
          fc.constant(questionsOf(texts)),
          fc.shuffledSubarray(questionsOf(texts), { minLength: texts.length }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(shuffled, fc.boolean(), async ([questions, other], byMeaning) => {
        const of = byMeaning ? vectorOf : null;
        const turns = createTurns();
        const one = await groupQuestions(phrasingsOf(questions), of, turns);
        expect(await groupQuestions(phrasingsOf(other).toReversed(), of, turns)).toEqual(one);
      }),
    );
  });

  it('what differs in spelling alone is one phrasing, under its first message', () => {
    const [first, second] = phrasingsOf(questionsOf(['Where is it?', 'who', 'where is  it']));
    expect(first).toMatchObject({
      text: 'Where is it?',
      messageIds: [expect.stringMatching(/0$/), expect.stringMatching(/2$/)],
    });
    expect(second?.text).toBe('who');
  });

  it('without a vector a question stands by itself, though others ask in the same words', async () => {
    const phrasings = phrasingsOf(questionsOf(['sick holiday', 'holiday sick', 'sick sick holiday holiday']));
    const lost = phrasings[0]?.key;
    const groups = await groupQuestions(
      phrasings,
      (one) => (one.key === lost ? null : vectorOf(one)),
      createTurns(),
    );
    expect(groups.map(({ phrasings: some }) => some.length)).toEqual([2, 1]);
  });
});

describe('grouping by meaning', () => {
  const at = (degrees: number): Float32Array =>
    Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180), 0);
  const place = (degrees: number, count = 1) => ({ vector: at(degrees), count });
  const lineDegrees = (Math.acos(meaningLine) * 180) / Math.PI;

  it('joins what is near enough to the middle of a group, and nothing else', async () => {
    expect(await groupByMeaning([place(0), place(lineDegrees - 1)], createTurns())).toEqual([0, 0]);
    expect(await groupByMeaning([place(0), place(lineDegrees + 1)], createTurns())).toEqual([0, 1]);
    // The middle has moved half the way, and reaches further by as much.
    const three = [place(0), place(lineDegrees - 1), place(lineDegrees + 10)];
    expect(await groupByMeaning(three, createTurns())).toEqual([0, 0, 0]);
    // What is asked often keeps the middle where it is.
    const heavy = [place(0, 100), place(lineDegrees - 1), place(lineDegrees + 10)];
    expect(await groupByMeaning(heavy, createTurns())).toEqual([0, 0, 1]);
  });

  it('chooses the nearer of two', async () => {
    expect(await groupByMeaning([place(0), place(60), place(35)], createTurns(), 0.8)).toEqual([0, 1, 1]);
  });

  it('the representative is nearest to all, as often as each was asked', () => {
    expect(nearestToAll([place(0), place(10), place(20)])).toBe(1);
    expect(nearestToAll([place(0), place(10), place(20, 50)])).toBe(2);
    expect(nearestToAll([])).toBe(-1);
  });
});
