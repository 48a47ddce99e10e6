import { describe, expect, it } from 'vitest';
import { builtGuardrail, open } from '../contract/test-guardrails.ts';
import type { GuardrailInput, WrittenClaim } from '../guardrail.ts';
import { buildGrounding } from './build-grounding.ts';

const settings = {
  supported_min: 0.25,
  contradicted_max: 0.5,
  sentence_contradicted_max: 0.9,
  generated_supported_min: 0.4,
  when_judge_unavailable: 'flag',
} as const;
const guardrailOf = (
  given: Partial<typeof settings> | { when_judge_unavailable: 'block' } = {},
  hasJudge = true,
) =>
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
  ])('passes if %s', (_, input) => {
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
      'it is not supported',
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
  ])('blocks if %s', (_, input) => {
    expect(check(input)).toMatchObject({ kind: 'block', score: 1 });
  });

  it('[CON-3-21] does not report an answer as compliant that should have been judged and was not', () => {
    const unjudged = { text: 'A.', quotes: [quoteOf('A.')], judgement: null };
    expect(check(unjudged)).toMatchObject({ kind: 'flag' });
    expect(check({ ...unjudged, text: 'Yes. A.', lead: 'Yes.' })).toMatchObject({ kind: 'block' });
    expect(check({ ...unjudged, quotes: [quoteOf('A.', 'B.')] })).toMatchObject({ kind: 'block' });
    const strict = guardrailOf({ when_judge_unavailable: 'block' });
    expect(strict.check(unjudged, open)).toMatchObject({ kind: 'block' });
    expect(guardrailOf({}, false).check(unjudged, open)).toMatchObject({ kind: 'pass' });
  });

  it('reports an answer as supported only if the judge finds that more likely than not', () => {
    const reasoningAt = (supported: number) =>
      check({ text: 'A.', quotes: [quoteOf('A.')], judgement: { ...judgement, supported } });
    expect(reasoningAt(0.5)).toMatchObject({ reasoning: expect.stringContaining('found it supported') });
    expect(reasoningAt(0.3)).toMatchObject({
      kind: 'pass',
      reasoning: expect.not.stringContaining('found it supported'),
    });
  });

  it('scores the remaining doubt of the judge', () => {
    expect(check({ text: 'A.', quotes: [quoteOf('A.')], judgement })).toMatchObject({ score: 0.1 });
  });
});

describe('grounding of generated answers', () => {
  const judged = { supported: 0.8, contradicted: 0.1 };
  const first = { shown: 'It takes two days.', join: '', claims: true, restsOn: [0], judged } as const;
  const second = {
    shown: 'On Sundays it is closed.',
    join: ' ',
    claims: true,
    restsOn: [0, 1],
    judged,
  } as const;
  const heading = { shown: '## In short', join: '', claims: false, restsOn: [], judged: null } as const;
  const quotes = [quoteOf('Delivery takes 2 days.'), quoteOf('Closed on Sundays.')];
  const writtenOf = (units: readonly WrittenClaim[], also: Partial<GuardrailInput> = {}): GuardrailInput => ({
    ...{ text: units.map(({ join, shown }) => join + shown).join(''), quotes, written: units },
    ...also,
  });
  const good = writtenOf([first, second]);

  it('passes if every sentence relies on stored words and a judge finds it supported', () => {
    expect(check(good)).toMatchObject({ kind: 'pass', score: 0.2 });
    expect(check(writtenOf([heading, { ...first, join: '\n\n' }, second]))).toMatchObject({ kind: 'pass' });
  });

  it.each<[string, GuardrailInput]>([
    [
      'nothing that it says relies on a quote',
      { text: 'No.', quotes: [], written: [{ ...first, shown: 'No.', restsOn: [] }] },
    ],
    ['it claims nothing at all', writtenOf([{ ...heading, restsOn: [0, 1] }])],
    ['a sentence rests on nothing', writtenOf([first, second, { ...second, restsOn: [] }])],
    ['a sentence rests on what is not quoted', writtenOf([first, { ...second, restsOn: [0, 1, 2] }])],
    ['a quote supports nothing', writtenOf([first])],
    [
      'the stored words are others',
      { ...good, quotes: [quoteOf('Delivery takes 2 days.', 'Gone.'), quotes[1] ?? quoteOf('')] },
    ],
    [
      'they are gone',
      { ...good, quotes: [quoteOf('Delivery takes 2 days.', null), quotes[1] ?? quoteOf('')] },
    ],
    ['it says more than its sentences', { ...good, text: `${good.text} And more.` }],
    ['it says less', { ...good, text: first.shown }],
    [
      'a sentence is not supported',
      writtenOf([first, { ...second, judged: { supported: 0.39, contradicted: 0 } }]),
    ],
    [
      'a sentence is contradicted',
      writtenOf([first, { ...second, judged: { supported: 0.9, contradicted: 0.6 } }]),
    ],
    [
      'a judgement is not a number',
      writtenOf([first, { ...second, judged: { supported: Number.NaN, contradicted: 0 } }]),
    ],
  ])('blocks if %s', (_, input) => {
    expect(check(input)).toMatchObject({ kind: 'block', score: 1 });
  });

  it('[CON-3-21] does not report an unverified answer as compliant, with or without a judge installed', () => {
    const unjudged = writtenOf([first, { ...second, judged: null }]);
    expect(check(unjudged)).toMatchObject({ kind: 'flag' });
    expect(guardrailOf({}, false).check(unjudged, open)).toMatchObject({ kind: 'flag' });
    expect(guardrailOf({ when_judge_unavailable: 'block' }).check(unjudged, open)).toMatchObject({
      kind: 'block',
    });
    // What another sentence is turned down for goes before that.
    const worse = writtenOf([
      { ...first, judged: { supported: 0, contradicted: 0 } },
      { ...second, judged: null },
    ]);
    expect(check(worse)).toMatchObject({ kind: 'block' });
  });

  it('compares every value of JSON with what was judged', () => {
    const claim = (shown: string) => ({ ...first, shown, restsOn: [0, 1] });
    const units = [
      claim('delivery, days: 2'),
      claim('sunday: no'),
      claim('note: It takes two days.'),
      claim('note: Not on Sundays.'),
    ];
    const json = (value: unknown): GuardrailInput => ({
      ...{ text: JSON.stringify(value), quotes, written: units, isJson: true },
    });
    const said = {
      delivery: { days: 2 },
      sunday: false,
      note: '**It takes two days.** Not on Sundays.',
      rest: [null, ''],
    };
    expect(check(json(said))).toMatchObject({ kind: 'pass' });
    expect(check(json({ ...said, days: 3 }))).toMatchObject({ kind: 'block' });
    expect(check(json({ ...said, note: 'It takes three days.' }))).toMatchObject({ kind: 'block' });
    expect(check(json({ ...said, sunday: true }))).toMatchObject({ kind: 'block' });
    expect(check({ ...json(said), text: '{"days":' })).toMatchObject({ kind: 'block' });
  });

  it.each(['The sources disagree:', 'Two passages may answer this:'])(
    'allows "%s" only before two quotes',
    (lead) => {
      const two = { text: `${lead}\n\nA.\n\nB.`, lead, quotes: [quoteOf('A.'), quoteOf('B.')] };
      expect(check({ ...two, judgement })).toMatchObject({ kind: 'pass' });
      expect(check(two)).toMatchObject({ kind: 'pass' });
      expect(check({ ...two, judgement: null })).toMatchObject({ kind: 'flag' });
      expect(check({ text: `${lead}\n\nA.`, lead, quotes: [quoteOf('A.')], judgement })).toMatchObject({
        kind: 'block',
      });
      const named = { ...two, text: `${lead}\n\n“P”:\n\nA.\n\nB.` };
      const quotes = [{ ...quoteOf('A.'), page: '“P”' }, quoteOf('B.')];
      expect(check({ ...named, quotes, judgement })).toMatchObject({ kind: 'pass' });
      expect(check({ ...named, judgement })).toMatchObject({ kind: 'block' });
    },
  );

  it('allows the name of a page only where there is a choice between two', () => {
    const named = { text: '“P”:\n\nA.', quotes: [{ ...quoteOf('A.'), page: '“P”' }], judgement };
    expect(check(named)).toMatchObject({ kind: 'block' });
  });
});

describe('grounding of sentences that stand in for what a model wrote', () => {
  const [lead, item] = ['You may bring:', 'A dog'];
  const repaired = (shown: string, restsOn: readonly number[] = [0]): WrittenClaim => ({
    ...{ shown, join: '', claims: true, restsOn, judged: null, isRepaired: true },
  });
  const inputOf = (unit: WrittenClaim, ...quotes: readonly string[]): GuardrailInput => ({
    ...{ text: unit.shown, written: [unit], quotes: quotes.map((quote) => quoteOf(quote)) },
  });

  it.each<[string, GuardrailInput]>([
    ['is the quote', inputOf(repaired('Dogs are allowed.'), 'Dogs are allowed.')],
    ['is the quote as a numbered item', inputOf(repaired('2. A dog'), item)],
    ['is all of two quotes, in any order', inputOf(repaired(`${lead} ${item}.`, [0, 1]), item, lead)],
  ])('passes without a judge if it %s', (_, input) => {
    const found = check(input);
    expect(found).toMatchObject({ kind: 'pass', score: 0 });
    expect(found).not.toHaveProperty('reasoning', expect.stringContaining('judged'));
  });

  it.each<[string, GuardrailInput]>([
    ['says something else', inputOf(repaired('Cats are allowed.'), 'Dogs are allowed.')],
    ['says more', inputOf(repaired('Dogs are allowed everywhere.'), 'Dogs are allowed.')],
    ['says nothing', inputOf(repaired('…'), 'Dogs are allowed.')],
  ])('blocks if it %s', (_, input) => {
    expect(check(input)).toMatchObject({ kind: 'block' });
  });
});
