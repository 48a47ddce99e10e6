import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findSameQuestion } from './find-same-question.ts';
import { sameQuestionMin } from './same-question-weights.ts';

/** Neighbours that have other answers and lie further off, as in any bank. */
const others = [
  { answer: 'parking', text: 'Where can I park my car?', vectorScore: 0.55 },
  { answer: 'canteen', text: 'What does the canteen serve?', vectorScore: 0.52 },
];
const isTaken = (asked: string, text: string, vectorScore = 0.97) =>
  isSure(findSameQuestion(asked, [{ answer: 'right', text, vectorScore }, ...others]));
const isSure = (found: ReturnType<typeof findSameQuestion>) =>
  found?.answer === 'right' && found.probability >= sameQuestionMin(found);

describe('findSameQuestion', () => {
  test.each([
    ['How can I change my password?', 'How do I reset my password?'],
    ['What is the quickest way to get a refund?', 'How do I get my money back?'],
    ['When is payday?', 'When do we get our salary?'],
  ])('%j is taken for %j where the meanings are near', (asked, text) => {
    expect(isTaken(asked, text)).toBe(true);
    expect(isTaken(asked, text, 0.6)).toBe(false);
  });

  test.each([
    ['denial', 'Who is not eligible for a bonus?', 'Who is eligible for a bonus?'],
    ['number', 'Is 15 days of notice enough?', 'Is 5 days of notice enough?'],
    ['id', 'What is covered by plan A1?', 'What is covered by plan A2?'],
    ['sign of money', 'Can I spend 50 € on lunch?', 'Can I spend 50 $ on lunch?'],
    ['unit', 'Can I rent it for 3 days?', 'Can I rent it for 3 weeks?'],
    ['opposite', 'How do I disable alerts?', 'How do I enable alerts?'],
    ['opposite', 'What do I do after the interview?', 'What do I do before the interview?'],
    ['opposite', 'How do I sell shares?', 'How do I buy shares?'],
    ['prefix', 'What helps against hypotension?', 'What helps against hypertension?'],
    ['particle', 'How do I log out of the portal?', 'How do I log in to the portal?'],
    ['name', 'Where is the office in Oslo?', 'Where is the office in Rome?'],
    ['role', 'Can I lend the van from Oslo to Rome?', 'Can I lend the van from Rome to Oslo?'],
    ['role', 'How do I convert euros to dollars?', 'How do I convert dollars to euros?'],
    [
      'order',
      'May a manager in sales approve travel requests that a director in finance refused?',
      'May a director in finance approve travel requests that a manager in sales refused?',
    ],
  ])('another %s: %j is not taken for %j', (_, asked, text) => {
    expect(isTaken(asked, text, 0.985)).toBe(false);
  });

  it('does not match a question with a more specific one', () => {
    expect(isTaken('What is the bonus?', 'What are the taxes on the bonus?', 0.9)).toBe(false);
    expect(isTaken('What is the bonus?', 'What is the premium?', 0.9)).toBe(true);
  });

  it('does not match a question that asks for another kind of answer', () => {
    const asked = 'Who approves expenses?';
    const same = [{ answer: 'right', text: 'Who signs off expenses?', vectorScore: 0.93 }, ...others];
    const other = [{ answer: 'right', text: 'When are expenses signed off?', vectorScore: 0.93 }, ...others];
    const [sure, unsure] = [same, other].map((all) => findSameQuestion(asked, all)?.probability ?? 0);
    expect(unsure).toBeLessThan(sure ?? 0);
  });

  test.each([
    ['How long must my password be?', 0.76],
    ['Who can see my password?', 0.77],
    ['How often must I change my password?', 0.8],
    ['May I share my password?', 0.75],
    ['Why was my password rejected?', 0.79],
    ['How long must my password be?', 0.97],
  ])(
    '%j is not captured by the pair for resetting one, with or without an alternative',
    (asked, nearness) => {
      const phrasings = ['How do I reset my password?', 'I forgot my password'].map((text, at) => ({
        ...{ answer: 'right', text, vectorScore: nearness - at / 100 },
      }));
      expect(isSure(findSameQuestion(asked, phrasings))).toBe(false);
      expect(isSure(findSameQuestion(asked, phrasings.slice(0, 1)))).toBe(false);
      expect(isSure(findSameQuestion(asked, [...phrasings, ...others]))).toBe(false);
    },
  );

  it('does not match a question that says the same of another thing', () => {
    const [taken, other] = ['How do I change my password?', 'How do I reset my badge?'].map((asked) =>
      findSameQuestion(asked, [
        { answer: 'right', text: 'How do I reset my password?', vectorScore: 0.88 },
        ...others,
      ]),
    );
    expect([taken ?? null, other ?? null].map(isSure)).toEqual([true, false]);
  });

  it('does not count the lead over pairs that are about something else', () => {
    const asked = 'How can I change my password?';
    const near = { answer: 'right', text: 'How do I reset my password?', vectorScore: 0.85 };
    const [far, further] = [0.6, 0.3].map(
      (vectorScore) =>
        findSameQuestion(asked, [near, { answer: 'other', text: 'Where can I park?', vectorScore }])
          ?.probability,
    );
    expect(further).toBe(far);
  });

  it('matches no pair if one with another answer is equally similar', () => {
    const text = 'How do I reset my password?';
    const twice = ['one', 'two'].map((answer) => ({ answer, text, vectorScore: 0.97 }));
    expect(findSameQuestion('How can I change my password?', twice)).toBeNull();
    // Two pairs with the same answer count as one.
    expect(
      findSameQuestion('How can I change my password?', [
        ...twice.map((one) => ({ ...one, answer: 'right' })),
        ...others,
      ]),
    ).toMatchObject({ answer: 'right' });
  });

  it('ignores differences in which the phrasings of a pair themselves vary', () => {
    const asked = 'Transfer 90 to my savings';
    const phrasings = (numbers: readonly number[]) =>
      numbers.map((number) => ({
        answer: 'right',
        text: `Please transfer ${number} to my savings`,
        vectorScore: 0.95,
      }));
    expect(findSameQuestion(asked, [...phrasings([10, 20]), ...others])?.answer).toBe('right');
    expect(findSameQuestion(asked, [...phrasings([10]), ...others])?.answer).not.toBe('right');
  });

  it('is more confident the more similar it is, the larger the lead, and the more phrasings agree', () => {
    const asked = 'How can I change my password?';
    const of = (nearness: number, rival: number) =>
      findSameQuestion(asked, [
        { answer: 'right', text: 'How do I reset my password?', vectorScore: nearness },
        { answer: 'rival', text: 'How do I reset my badge?', vectorScore: rival },
      ])?.probability ?? 0;
    fc.assert(
      fc.property(cosine, cosine, cosine, (one, two, three) => {
        const [low, middle, high] = [one, two, three].sort((left, right) => left - right) as Three;
        fc.pre(low < middle && middle < high);
        expect(of(high, low)).toBeGreaterThanOrEqual(of(middle, low));
        expect(of(high, low)).toBeGreaterThanOrEqual(of(high, middle));
      }),
    );
  });

  it('is never more confident because of an additional negation', () => {
    fc.assert(
      fc.property(text, text, cosine, (asked, phrasing, vectorScore) => {
        const candidates = [{ answer: 'right', text: phrasing, vectorScore }, ...others];
        const probabilityFor = (question: string) => {
          const found = findSameQuestion(question, candidates);
          return found?.answer === 'right' ? found.probability : 0;
        };
        expect(probabilityFor(`${asked} not`)).toBeLessThanOrEqual(probabilityFor(asked));
      }),
    );
  });

  it('returns a probability for any question', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.tuple(fc.string(), cosine)), (asked, given) => {
        const found = findSameQuestion(
          asked,
          given.map(([phrasing, vectorScore], at) => ({
            answer: String(at % 3),
            text: phrasing,
            vectorScore,
          })),
        );
        if (found === null) return;
        expect(found.probability).toBeGreaterThanOrEqual(0);
        expect(found.probability).toBeLessThanOrEqual(1);
      }),
    );
  });
});

type Three = [number, number, number];
const cosine = fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100);
const word = fc.constantFrom(
  'how',
  'when',
  'can',
  'leave',
  'paid',
  'turn',
  'on',
  '5',
  'from',
  'reset',
  'sick',
);
const text = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => words.join(' '));
