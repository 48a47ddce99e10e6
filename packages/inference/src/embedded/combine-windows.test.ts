import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combineJudgements, combineReadings } from './combine-windows.ts';
import { createReaderSequences } from './create-reader-sequences.ts';
import { createTokeniser } from './create-tokeniser.ts';
import { softmax } from './softmax.ts';
import { tinyReaderVocabulary } from './test-support/write-tiny-reader.ts';

const tokeniser = createTokeniser({ vocabulary: tinyReaderVocabulary, lowerCase: true });
const { toRead } = createReaderSequences(tokeniser, { tokensMax: 320 });
const logits = (length: number) =>
  fc.float32Array({ minLength: length, maxLength: length, min: -30, max: 30, noNaN: true });

describe('what several windows on one text say', () => {
  it('takes the highest relevance, the lowest score for no answer, and a span from whichever window has it', () => {
    const sequence = toRead('the question', { context: '', text: 'a '.repeat(600) }, 1_000);
    expect(sequence.windows).toHaveLength(3);
    const answers = sequence.windows.map(({ ids, textAt }, at) => {
      const start = new Float32Array(ids.length);
      const end = new Float32Array(ids.length);
      start[0] = 5 - at;
      if (at === 1) start[textAt + 2] = 9;
      if (at === 1) end[textAt + 3] = 4;
      return { start, end, relevance: Float32Array.of([0.5, 2, -1][at] ?? 0) };
    });
    const reading = combineReadings(sequence, answers);
    expect(reading).toMatchObject({ relevance: 2, noAnswerScore: 3 });
    // Each word and the space behind it are two characters.
    const first = (sequence.windows[1]?.firstToken ?? 0) + 2;
    expect(reading.spans[0]).toEqual({ start: first * 2, end: first * 2 + 3, score: 13 });
    expect(reading.spans).toHaveLength(3);
  });

  it('finds no spans in a passage without words', () => {
    const sequence = toRead('the question', { context: 'holiday', text: ' \n' }, 100);
    const zeros = new Float32Array(sequence.windows[0]?.ids.length ?? 0);
    const answer = { start: zeros, end: zeros, relevance: Float32Array.of(-3) };
    expect(combineReadings(sequence, [answer])).toEqual({ relevance: -3, noAnswerScore: 0, spans: [] });
  });

  it('judges by the window that supports the claim best', () => {
    fc.assert(
      fc.property(fc.array(logits(3), { minLength: 1, maxLength: 5 }), (all) => {
        const found = combineJudgements(
          all.map((judge) => ({ judge })),
          1.5,
        );
        const each = all.map((judge) => softmax(judge, 1.5));
        expect(found.supported).toBe(Math.max(...each.map(([supported = 0]) => supported)));
        expect(each).toContainEqual([found.supported, found.contradicted, found.neither]);
        expect(found.supported + found.contradicted + found.neither).toBeCloseTo(1, 9);
      }),
    );
  });
});
