import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testGuardrailContract, verdictKindOf, verdictOf } from '../contract/guardrail-contract.ts';
import { builtGuardrail, noParts } from '../contract/test-guardrails.ts';
import { readVerdict } from '../read-verdict.ts';
import { buildPattern } from './build-pattern.ts';
import { createAllowance } from './policy-allowance.ts';

function matching(pattern: string, also: { action?: 'block' | 'redact'; ignoreCase?: boolean } = {}) {
  const { action = 'redact', ignoreCase = false } = also;
  return builtGuardrail('pattern', buildPattern, { action, settings: { pattern, ignore_case: ignoreCase } });
}

function faultsOf(pattern: string, allowance = createAllowance()) {
  const given = { stage: 'input', action: 'block', threshold: 0.5, timeout_ms: 1_000 } as const;
  const built = buildPattern({ ...given, settings: { pattern, ignore_case: false } }, noParts, allowance);
  return built.kind === 'faulty' ? built.faults : [];
}

describe('a pattern', () => {
  testGuardrailContract(matching('PRJ-[0-9]{4}'), {
    found: [{ text: '😀 PRJ-1234 and PRJ-9999', secret: 'PRJ' }],
    slow: 'PRJ-123',
  });

  it('replaces every match, with UTF-16 offsets', async () => {
    expect(await verdictOf(matching('b+'), '😀abb😀b')).toMatchObject({
      kind: 'redact',
      redactions: [
        { start: 3, end: 5, placeholder: '[removed]' },
        { start: 7, end: 8, placeholder: '[removed]' },
      ],
    });
  });

  it('never splits a character, in any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const verdict = await verdictOf(matching('.'), text);
        const found = verdict.kind === 'redact' ? verdict.redactions : [];
        const characters = [...text].filter((character) => character !== '\n');
        expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(characters);
      }),
    );
  });

  it('is case-sensitive unless set otherwise', async () => {
    expect(await verdictKindOf(matching('falcon'), 'FALCON')).toBe('pass');
    expect(await verdictKindOf(matching('falcon', { ignoreCase: true }), 'FALCON')).toBe('redact');
  });

  it('replaces all matches, or fails if there are too many; a flag counts once', async () => {
    const redacting = matching('a', { action: 'redact' });
    const verdict = await verdictOf(redacting, 'a '.repeat(1_000));
    expect(verdict.kind === 'redact' && verdict.redactions).toHaveLength(1_000);
    await expect(verdictOf(redacting, 'a '.repeat(1_001))).rejects.toThrow('too often');
    const blocking = await verdictOf(matching('a', { action: 'block' }), 'a '.repeat(5_000));
    // Ranges would reveal the length of what was matched.
    expect(blocking).toMatchObject({ kind: 'block', spans: [] });
  });

  it('fails if all matches together take too long', async () => {
    const slow = builtGuardrail('pattern', buildPattern, {
      timeout_ms: 1,
      settings: { pattern: '(?s)a.*z|a', ignore_case: false },
    });
    await expect(verdictOf(slow, 'a'.repeat(30_000))).rejects.toThrow('too long');
  });

  it.each([
    ['(', 'Must be a valid regular expression: missing closing ): `(`'],
    ['(?=a)', 'Must be a valid regular expression: invalid or unsupported Perl syntax: `(?=`'],
    ['(a)\\1', 'Must be a valid regular expression: invalid escape sequence: `\\1`'],
    ['a*', 'Must not match the empty text'],
    ['x|', 'Must not match the empty text'],
    ['\\b', 'Must not match the empty text'],
    ['(?m)^', 'Must not match the empty text'],
    ['a{900}', expect.stringContaining('at most 500 instructions')],
    [`(${'ab'.repeat(400)}){1000}`, expect.stringContaining('at most 500 instructions')],
    ['(?i)[^\\pL\\pN]'.repeat(9), expect.stringContaining('at most 16 Unicode classes')],
  ])('%j is a fault', (pattern, message) => {
    expect(faultsOf(pattern)).toEqual([{ path: ['settings', 'pattern'], message }]);
  });

  it('shares the limits of its policy with the other patterns', () => {
    const allowance = createAllowance();
    const messageOf = (pattern: string) => faultsOf(pattern, allowance)[0]?.message;
    for (let time = 0; time < 10; time++) expect(messageOf('\\pL'.repeat(10))).toBeUndefined();
    expect(messageOf('\\pL')).toContain('100 Unicode classes or similarly wide ranges together');
    for (let time = 0; time < 12; time++) expect(messageOf('a{400}')).toBeUndefined();
    expect(messageOf('a{400}')).toContain('5,000 instructions together');
    // Nothing more is compiled, however small or wrong.
    expect(messageOf('(')).toContain('together');
  });

  it('builds or rejects any pattern without throwing', async () => {
    const signs = fc.constantFrom(...'ab(){}[]|*+?.^$\\,19:=!<-P pL');
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: signs, minLength: 1, maxLength: 12 }),
        fc.string(),
        async (pattern, text) => {
          if (faultsOf(pattern).length > 0) return;
          const verdict = await verdictOf(matching(pattern), text.toWellFormed());
          expect(readVerdict(verdict, text.toWellFormed())).not.toBeNull();
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each(['(x+x+)+y', '(.*)(.*)(.*)z', '(a|a)*b'])('finishes: %s', async (pattern) => {
    expect(await verdictKindOf(matching(pattern), 'xa'.repeat(16_000))).toBe('pass');
  });
});
