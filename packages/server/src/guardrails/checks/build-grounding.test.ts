import { describe, expect, it } from 'vitest';
import type { GuardrailInput } from '../../interfaces/guardrail.ts';
import { builtGuardrail, open } from '../contract/test-guardrails.ts';
import { buildGrounding } from './build-grounding.ts';

const settings = {
  supported_min: 0.25,
  contradicted_max: 0.5,
  sentence_contradicted_max: 0.9,
  unjudged: 'flag',
} as const;
const guardrailOf = (given: Partial<typeof settings> | { unjudged: 'block' } = {}, hasJudge = true) =>
  builtGuardrail(
    'grounding',
    buildGrounding,
    { stage: 'output', settings: { ...settings, ...given } },
    { hasJudge },
  );
const guardrail = guardrailOf();
const check = (input: GuardrailInput) => guardrail.check(input, open);
const quoteOf = (quote: string, stored: string | null = quote) =>
  ({ quote, stored, shown: quote, follows: 'as_paragraph' }) as const;
const judgement = {
  model: 'judge',
  supported: 0.9,
  contradicted: 0.02,
  sentenceContradicted: 0.1,
  claimCount: 1,
};

describe('grounding', () => {
  it.each<[string, GuardrailInput]>([
    ['nothing was said', { text: 'Not covered.', quotes: [] }],
    ['one quote', { text: 'A.', quotes: [quoteOf('A.')] }],
    ['two quotes', { text: 'A.\n\nB.', quotes: [quoteOf('A.'), quoteOf('B.')] }],
    [
      'a row',
      { text: '| a |\n| b |', quotes: [quoteOf('| a |'), { ...quoteOf('| b |'), follows: 'as_row' }] },
    ],
    ['yes, as judged', { text: 'Yes. A.', lead: 'Yes.', quotes: [quoteOf('A.')], judgement }],
  ])('passes where %s', (_, input) => {
    expect(check(input)).toMatchObject({ kind: 'pass' });
  });

  it.each<[string, GuardrailInput]>([
    ['the stored words are others', { text: 'A.', quotes: [quoteOf('A.', 'B.')] }],
    ['they are gone', { text: 'A.', quotes: [quoteOf('A.', null)] }],
    ['the answer says more', { text: 'A. B.', quotes: [quoteOf('A.')] }],
    ['it says less', { text: 'A.', quotes: [quoteOf('A.'), quoteOf('B.')] }],
    ['yes is not judged', { text: 'Yes. A.', lead: 'Yes.', quotes: [quoteOf('A.')] }],
    ['yes is not said to be its own', { text: 'Yes. A.', quotes: [quoteOf('A.')], judgement }],
    [
      'it is not borne out',
      { text: 'A.', quotes: [quoteOf('A.')], judgement: { ...judgement, supported: 0.2 } },
    ],
    [
      'it is contradicted',
      { text: 'A.', quotes: [quoteOf('A.')], judgement: { ...judgement, contradicted: 0.6 } },
    ],
    [
      'a sentence of it is',
      { text: 'A.', quotes: [quoteOf('A.')], judgement: { ...judgement, sentenceContradicted: 0.95 } },
    ],
    [
      'the judge said nothing',
      { text: 'A.', quotes: [quoteOf('A.')], judgement: { ...judgement, supported: Number.NaN } },
    ],
  ])('blocks where %s', (_, input) => {
    expect(check(input)).toMatchObject({ kind: 'block', score: 1 });
  });

  it('[CON-3-21] does not call an answer compliant that was to be judged and was not', () => {
    const unjudged = { text: 'A.', quotes: [quoteOf('A.')], judgement: null };
    expect(check(unjudged)).toMatchObject({ kind: 'flag' });
    expect(check({ ...unjudged, text: 'Yes. A.', lead: 'Yes.' })).toMatchObject({ kind: 'block' });
    expect(check({ ...unjudged, quotes: [quoteOf('A.', 'B.')] })).toMatchObject({ kind: 'block' });
    const strict = guardrailOf({ unjudged: 'block' });
    expect(strict.check(unjudged, open)).toMatchObject({ kind: 'block' });
    expect(guardrailOf({}, false).check(unjudged, open)).toMatchObject({ kind: 'pass' });
  });

  it('says that an answer is borne out only where the judge finds it more likely than not', () => {
    const reasoningAt = (supported: number) =>
      check({ text: 'A.', quotes: [quoteOf('A.')], judgement: { ...judgement, supported } });
    expect(reasoningAt(0.5)).toMatchObject({ reasoning: expect.stringContaining('borne out') });
    expect(reasoningAt(0.3)).toMatchObject({
      kind: 'pass',
      reasoning: expect.not.stringContaining('borne out'),
    });
  });

  it('tells the doubt that the judge has left', () => {
    expect(check({ text: 'A.', quotes: [quoteOf('A.')], judgement })).toMatchObject({ score: 0.1 });
  });
});
