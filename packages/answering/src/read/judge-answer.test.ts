import type { ClaimJudgement, ClaimToJudge } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { describe, expect, test } from 'vitest';
import type { QuotedAnswer } from './draft-quote.ts';
import { judgeAnswer } from './judge-answer.ts';
import { rankRead } from './rank-read.ts';
import { contradicted, neither, scriptedReader, supported } from './test-support/scripted-reader.ts';

const hit: PassageHit = {
  ...{ kind: 'document', documentId: 'doc_a', revision: 1, ordinal: 0, headings: '', text: 'x' },
  ...{ start: 0, end: 1, groups: [], validFromMs: null, validUntilMs: null, alsoAt: [] },
  ...{ pack: { packId: 'pack_a', version: 1 }, score: 1, wordScore: null, vectorScore: null },
};
const [candidate] = rankRead(
  '',
  [hit],
  [{ relevance: 1, noAnswerScore: 0, spans: [{ start: 0, end: 1, score: 1 }] }],
);

function quotedOf(quote: string, also: Partial<QuotedAnswer> = {}): QuotedAnswer {
  if (candidate === undefined) throw new Error('the passage was read');
  const place = { documentId: 'doc_a', pack: hit.pack, source: 'a', title: 'A', url: null } as const;
  return {
    candidate,
    support: [{ ...place, quote, start: 0, end: quote.length, score: 1, follows: 'as_paragraph' }],
    asked: 'May I carry days over?',
    shape: 'yes_no',
    answer: quote.slice(0, 5),
    isNegated: false,
    cellVerdict: null,
    evidence: `Before. ${quote} After.`,
    ...also,
  };
}

async function judge(quoted: readonly QuotedAnswer[], judged: (claim: ClaimToJudge) => ClaimJudgement) {
  const claims: string[] = [];
  const reader = scriptedReader({
    judge: (claim) => {
      claims.push(claim.claim);
      return judged(claim);
    },
  });
  const question = quoted.map(({ asked }) => asked).join(' ');
  return { claims, result: await judgeAnswer(reader, { question, quoted }, { timeoutMs: 1 }) };
}

const unless =
  (ending: string, judgement: ClaimJudgement) =>
  ({ claim }: ClaimToJudge): ClaimJudgement =>
    claim.endsWith(ending) ? judgement : supported;

describe('judgeAnswer', () => {
  test('claims the answer with its question, and yes and no, but none of the words that are quoted', async () => {
    const { claims } = await judge([quotedOf('You may. Until March.')], () => supported);
    expect(claims).toEqual([
      'May I carry days over? You m',
      'May I carry days over? Yes.',
      'May I carry days over? No.',
    ]);
  });

  test.each([
    ['Yes.', unless(' No.', contradicted)],
    ['No.', unless(' Yes.', neither)],
    // Yes must lead by 0.05, and no by 0.1.
    ['', unless(' No.', { supported: 0.9, contradicted: 0.05, neither: 0.05 })],
    ['Yes.', unless(' No.', { supported: 0.8, contradicted: 0.05, neither: 0.15 })],
    ['', unless(' Yes.', { supported: 0.8, contradicted: 0.05, neither: 0.15 })],
    ['No.', unless(' Yes.', { supported: 0.7, contradicted: 0.05, neither: 0.25 })],
    ['', () => supported],
    ['', unless(' Yes.', { supported: 0.9, contradicted: 0.05, neither: 0.05 })],
    ['', () => neither],
    ['', () => contradicted],
  ] as const)('%j', async (lead, judged) => {
    const quote = lead === 'No.' ? 'You may not.' : 'You may.';
    const { result } = await judge([quotedOf(quote)], judged);
    expect(result?.lead).toBe(lead);
  });

  test.each([
    ['No.', 'On Mondays we are closed.'],
    ['No.', 'We are open only on weekdays.'],
    ['', 'Only members may.'],
    ['', 'Children under 12 may only paddle with an adult.'],
    ['', 'We are open at weekends.'],
    ['No.', '| Day | Desk |\n|---|---|\n| Sunday | closed |'],
    ['', '| Hot | Vegan |\n|---|---|\n| yes | no |'],
    ['', 'Come ten minutes early. Doors close when it begins.'],
  ])('says %j to %j where the judge says no: a no needs words that deny', async (lead, quote) => {
    const { result } = await judge([quotedOf(quote)], unless(' Yes.', contradicted));
    expect(result).toMatchObject({ lead, verdict: lead });
  });

  test('says what a cell says, whatever the judge makes of it', async () => {
    const quoted = quotedOf('| Vegan |\n|---|\n| yes |', { cellVerdict: 'Yes.' });
    const { result } = await judge([quoted], unless(' Yes.', contradicted));
    expect(result).toMatchObject({ lead: 'Yes.', verdict: 'Yes.' });
  });

  test('gives a sentence that holds under a condition without a verdict', async () => {
    const answers = unless(' No.', contradicted);
    const conditional = await judge([quotedOf('If it is March, you may.')], answers);
    expect(conditional.result).toMatchObject({ lead: '', verdict: 'Yes.' });
    const plain = await judge([quotedOf('In March you may.')], answers);
    expect(plain.result).toMatchObject({ lead: 'Yes.', verdict: 'Yes.' });
  });

  test('says neither yes nor no to two questions at once', async () => {
    const { result, claims } = await judge(
      [quotedOf('You may.'), quotedOf('You need none.', { asked: 'Do I need a form?' })],
      unless(' No.', contradicted),
    );
    expect(result?.lead).toBe('');
    expect(claims).not.toContain('May I carry days over? Yes.');
  });

  test('scores an answer no higher than its least supported quote, and as contradicted as any', async () => {
    const quotes = [
      quotedOf('One.', { shape: 'fact' }),
      quotedOf('Two.', { shape: 'fact', asked: 'And which?' }),
    ];
    const { result } = await judge(quotes, ({ claim }) =>
      claim.startsWith('And which?') ? neither : supported,
    );
    expect(result?.judgement).toMatchObject({ supported: neither.supported, claimCount: 2 });
    const whole = await judge(quotes, ({ claim }) =>
      claim.startsWith('And which?') ? contradicted : supported,
    );
    expect(whole.result?.judgement.contradicted).toBe(contradicted.contradicted);
  });

  test('nothing where the judge cannot', async () => {
    const lost = scriptedReader({ isLost: () => true });
    const given = { question: '', quoted: [quotedOf('You may.')] };
    expect(await judgeAnswer(lost, given, { timeoutMs: 1 })).toBeNull();
    expect(await judgeAnswer(lost, { ...given, quoted: [] }, { timeoutMs: 1 })).toBeNull();
  });
});
