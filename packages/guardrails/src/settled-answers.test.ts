import {
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
} from '@avow/contract/guardrails';
import { runStepsSync } from '@avow/foundation/concurrency';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.ts';
import { noParts, open } from './contract/test-guardrails.ts';
import { createGuard } from './create-guard.ts';
import type { StageOutcome } from './guard.ts';
import type { GuardrailInput, Redaction } from './guardrail.ts';
import { contactGenerators, namedGenerators } from './personal-data/test-support/named-identifiers.ts';
import { createRandom } from './personal-data/test-support/random.ts';
import { strongGenerators } from './personal-data/test-support/valid-identifiers.ts';
import { answersOf, deniedWords, ends, type Planted } from './test-support/planted-answers.ts';

type Given = GuardrailPolicyGiven['guardrails'][number];

function guardOf(...guardrails: Given[]) {
  const ids = guardrails.map((given, index) => ({
    id: `grd_01ka2tpzg2et8t8tpxt3590s${10 + index}`,
    ...given,
  }));
  const policy = guardrailPolicySchema.parse({ guardrails: ids }) as GuardrailPolicy;
  const { policy: compiled, faults } = runStepsSync(compilePolicy(policy, '1-a', noParts));
  expect(faults).toEqual([]);
  return createGuard(compiled);
}

const replaced = { stage: 'output', action: 'redact' } as const;
const types = { identifiers: 'redact', email: 'redact', phone: 'redact', network: 'redact' } as const;
const checks: ReadonlyArray<readonly [name: Planted, also: string, given: Given]> = [
  ['personal', '', { name: 'P', check: 'personal_data', ...replaced, settings: { types } }],
  [
    'personal',
    ', from a hint on',
    {
      ...{ name: 'P', check: 'personal_data', ...replaced, threshold: 0.1 },
      settings: { types: { identifiers: 'redact' } },
    },
  ],
  ['secrets', '', { name: 'S', check: 'secrets', ...replaced }],
  ['links', '', { name: 'L', check: 'links', ...replaced }],
  ['words', '', { name: 'W', check: 'words', ...replaced, settings: { words: deniedWords } }],
];

const written = (text: string): GuardrailInput => ({
  text,
  quotes: [],
  written: [{ shown: text, join: '', claims: true, restsOn: [], judged: null }],
});

/** What was done to a text before an offset; what reaches beyond it is marked. */
function before(offset: number, { redactions }: StageOutcome): readonly Redaction[] {
  return redactions.filter(({ start }) => start < offset);
}

describe.each(checks)('the settled part of an unfinished answer: %s%s', (kind, _, given) => {
  const guard = guardOf(given);

  it('does not change with what follows', async () => {
    expect(guard.holdsBack).not.toBe('whole');
    await fc.assert(
      fc.asyncProperty(answersOf(kind), async (units) => {
        const whole = await guard.check('answer', written(units.join('')), open.signal);
        for (const end of ends(units)) {
          const input = written(units.join('').slice(0, end));
          const settled = guard.settledBefore(input);
          const soFar = await guard.check('answer', input, open.signal);
          const now = before(settled, soFar);
          expect([input.text, now]).toEqual([input.text, before(settled, whole)]);
          expect(now.every((redaction) => redaction.end <= settled)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('numbers of all kinds with their labels', () => {
  const guard = guardOf(checks[0]?.[2] as Given);
  const makers = [...strongGenerators, ...namedGenerators, ...contactGenerators].filter(
    ({ type }) => type !== 'address',
  );
  const planted = fc
    .tuple(fc.constantFrom(...makers), fc.nat({ max: 1_000 }), fc.constantFrom('before', 'after', 'alone'))
    .map(([{ make, words }, seed, place]) => {
      const random = createRandom(seed);
      const value = make(random) ?? '';
      const word = random.pick(words);
      return place === 'alone' ? value : place === 'before' ? `${word} ${value}` : `${value} ${word}`;
    });
  const texts = fc
    .array(
      fc.oneof(planted, fc.constantFrom('It is so.', 'The', 'and then', 'is told.', '- one', 'of 12 days')),
      {
        ...{ minLength: 1, maxLength: 7 },
      },
    )
    .map((parts) => parts.join(' '));

  it('are found in an unfinished text as in the whole, wherever it is cut', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const whole = await guard.check('answer', written(text), open.signal);
        found += whole.redactions.length;
        for (const { index } of text.matchAll(/ (?=\S)/g)) {
          const input = written(text.slice(0, index));
          const settled = guard.settledBefore(input);
          const now = before(settled, await guard.check('answer', input, open.signal));
          expect([input.text, now]).toEqual([input.text, before(settled, whole)]);
          expect(now.every(({ end }) => end <= settled)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
    expect(found).toBeGreaterThan(50);
  });
});
