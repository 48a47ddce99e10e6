import {
  type GuardrailPolicy,
  type GuardrailPolicyGiven,
  guardrailPolicySchema,
} from '@avow/contract/guardrails';
import { runStepsSync } from '@avow/foundation/concurrency';
import type { Guard, GuardrailInput } from '@avow/guardrails';
import { createGuard } from '@avow/guardrails';
import { compilePolicy } from '@avow/guardrails/policies';
import type { Redaction } from '@avow/guardrails/testing';
import { answersOf, deniedWords, ends, noParts, open } from '@avow/guardrails/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { releaseText } from './release-text.ts';

type Given = GuardrailPolicyGiven['guardrails'][number];
const replaced = { stage: 'output', action: 'redact' } as const;
const personal = (settings: { readonly types: Record<string, 'redact' | 'flag'> }): Given => ({
  ...{ name: 'Personal data', check: 'personal_data', ...replaced, settings },
});
const redacting: readonly Given[] = [
  personal({ types: { identifiers: 'redact' } }),
  personal({ types: { identifiers: 'redact', email: 'redact', phone: 'redact', network: 'redact' } }),
  { name: 'Secrets', check: 'secrets', ...replaced },
  { name: 'Links', check: 'links', ...replaced, settings: { allowed_hosts: ['fine.org'] } },
  { name: 'Words', check: 'words', ...replaced, settings: { words: deniedWords } },
  { name: 'No words', check: 'words', stage: 'output', action: 'block', settings: { words: [] } },
  {
    name: 'On trial',
    check: 'words',
    stage: 'output',
    action: 'block',
    mode: 'shadow',
    settings: { words: ['fee'] },
  },
];

const guards = new Map<string, Guard>();

function guardOf(...guardrails: readonly Given[]): Guard {
  const given = guardrails.map((one, index) => ({ ...one, id: `grd_01ka2tpzg2et8t8tpxt3590s${10 + index}` }));
  const key = JSON.stringify(given);
  const policy = guardrailPolicySchema.parse({ guardrails: given }) as GuardrailPolicy;
  const guard = guards.get(key) ?? createGuard(runStepsSync(compilePolicy(policy, '1-a', noParts)).policy);
  guards.set(key, guard);
  return guard;
}

const written = (text: string): GuardrailInput => ({
  ...{ text, quotes: [], question: 'What of [IBAN_1] and [CARD_2]?' },
  written: [{ shown: text, join: '', claims: true, restsOn: [], judged: null }],
});

/** What is shown of an answer that comes unit by unit, before its end is known. */
async function stream(guard: Guard, units: readonly string[]): Promise<readonly string[]> {
  const shown: string[] = [];
  const unitEnds = ends(units);
  for (const [index, end] of unitEnds.slice(0, -1).entries()) {
    const input = written(units.join('').slice(0, end));
    const outcome = await guard.check('answer', input, open.signal);
    const settled = guard.settledBefore(input);
    const partial = { text: input.text, unitEnds: unitEnds.slice(0, index + 1), outcome, settled };
    shown.push(releaseText({ ...partial, released: shown.join('') }));
  }
  return shown;
}

describe('an answer that is shown as it is written', () => {
  it('is at any time the beginning of what the guardrails leave of all of it', async () => {
    const policies = fc.subarray([...redacting], { minLength: 1 });
    let early = 0;
    await fc.assert(
      fc.asyncProperty(answersOf('personal', 'secrets', 'links', 'words'), policies, async (units, given) => {
        const guard = guardOf(...given);
        const whole = await guard.check('answer', written(units.join('')), open.signal);
        const shown = (await stream(guard, units)).join('');
        // So that what remains at the end completes it.
        expect(whole.text.slice(0, shown.length)).toBe(shown);
        if (shown !== '') early += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(early).toBeGreaterThan(200);
  });

  it('is released sentence by sentence if nothing is found', async () => {
    const units = ['The fee is paid within 30 days.', ' It is raised by the office.', ' Ask there for more.'];
    expect(await stream(guardOf(...redacting), units)).toEqual(units.slice(0, -1));
  });

  it('waits for the number that a sentence may end in', async () => {
    const units = [
      'It is DE89 3704 0044',
      ' 0532 0130 00 in full.',
      ' That is all that there is to be said of the account in this place.',
      ' It is so.',
    ];
    expect(await stream(guardOf(...redacting.slice(0, 1)), units)).toEqual([
      '',
      '',
      'It is [IBAN_2] in full. That is all that there is to be said of the account in this place.',
    ]);
  });

  it('is released only at its end if a check needs the whole answer', async () => {
    const guard = guardOf({
      name: 'Words',
      check: 'words',
      stage: 'output',
      action: 'block',
      settings: { words: ['falcon'] },
    });
    expect(guard.holdsBack).toBe('whole');
    expect(await stream(guard, ['One.', ' Two.', ' Three.'])).toEqual(['', '']);
  });
});

describe('releaseText', () => {
  const redaction: Redaction = { start: 4, end: 8, placeholder: '[x]' };
  const outcome = { text: 'One [x] two.', redactions: [redaction], blocked: null, degraded: false };
  const partial = { text: 'One abcd two.', unitEnds: [3, 6, 13], outcome, settled: 13, released: '' };

  it('counts in the text as the guardrails leave it, and never ends within what they took out', () => {
    expect(releaseText(partial)).toBe('One [x] two.');
    expect(releaseText({ ...partial, released: 'One' })).toBe(' [x] two.');
    expect(releaseText({ ...partial, settled: 12 })).toBe('One');
    expect(releaseText({ ...partial, settled: 12, unitEnds: [8] })).toBe('One [x]');
    expect(releaseText({ ...partial, settled: 2 })).toBe('');
    expect(releaseText({ ...partial, unitEnds: [] })).toBe('');
  });

  it('releases nothing if a check blocked, or did not run', () => {
    expect(releaseText({ ...partial, outcome: { ...outcome, degraded: true } })).toBe('');
    const blocked = { guardrailId: 'grd_1', reason: 'policy' } as const;
    expect(releaseText({ ...partial, outcome: { ...outcome, blocked } })).toBe('');
  });

  it('releases nothing more if the answer no longer begins with what was released', () => {
    expect(releaseText({ ...partial, released: 'One abcd' })).toBe('');
  });
});
