import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPassagesVerdict, readVerdict } from './read-verdict.ts';

const text = 'ab\u{1f600}cd';
const pass = { kind: 'pass', reasoning: 'Nothing was found.', score: 0 };

function redact(...redactions: readonly unknown[]) {
  return { kind: 'redact', reasoning: 'Something was replaced.', score: 1, redactions };
}

describe('readVerdict', () => {
  it.each([
    pass,
    { kind: 'flag', reasoning: 'Something is odd.', score: 0.5 },
    { kind: 'block', reasoning: 'Something is not allowed.', score: 1 },
    redact({ start: 0, end: 2, placeholder: '[x]' }, { start: 2, end: 4, placeholder: '[y]' }),
    { ...redact({ start: 0, end: 2, placeholder: '[x]' }), kind: 'block' },
  ])('reads the verdict $kind', (verdict) => {
    expect(readVerdict(verdict, text)).toEqual(verdict);
  });

  it('keeps whom a block may concern, if it is known', () => {
    const block = { kind: 'block', reasoning: 'Something is not allowed.', score: 1 };
    expect(readVerdict({ ...block, concern: 'self_harm' }, text)).toEqual({ ...block, concern: 'self_harm' });
    expect(readVerdict({ ...block, concern: 'weather' }, text)).toEqual(block);
  });

  it('is reversible only for a literal true', () => {
    const redaction = { start: 0, end: 2, placeholder: '[x]' };
    const reversible = redact({ ...redaction, isReversible: true });
    expect(readVerdict(reversible, text)).toEqual(reversible);
    expect(readVerdict(redact({ ...redaction, isReversible: 1 }), text)).toEqual(redact(redaction));
  });

  it('sorts redactions', () => {
    const first = { start: 0, end: 2, placeholder: '[x]' };
    const second = { start: 4, end: 6, placeholder: '[y]' };
    expect(readVerdict(redact(second, first), text)).toEqual(redact(first, second));
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['true', true],
    ['a string', 'pass'],
    ['an empty object', {}],
    ['an unknown kind', { ...pass, kind: 'ok' }],
    ['no reasoning', { ...pass, reasoning: undefined }],
    ['blank reasoning', { ...pass, reasoning: ' ' }],
    ['endless reasoning', { ...pass, reasoning: 'a'.repeat(501) }],
    ['no score', { ...pass, score: undefined }],
    ['score NaN', { ...pass, score: Number.NaN }],
    ['score below 0', { ...pass, score: -0.1 }],
    ['score above 1', { ...pass, score: 1.1 }],
    ['endless score', { ...pass, score: Number.POSITIVE_INFINITY }],
    ['score as text', { ...pass, score: '1' }],
    ['redactions beside a pass', { ...pass, redactions: [{ start: 0, end: 1, placeholder: '[x]' }] }],
    [
      'redactions and places of one block',
      {
        ...redact({ start: 0, end: 1, placeholder: '[x]' }),
        ...{ kind: 'block', spans: [{ start: 0, end: 1 }] },
      },
    ],
    ['redactions that are not a list', { ...redact(), redactions: 'all' }],
    ['no redactions', redact()],
    [
      'more redactions than characters',
      redact(...Array.from({ length: 7 }, () => ({ start: 0, end: 1, placeholder: '[x]' }))),
    ],
    ['a redaction that is none', redact(null)],
    ['a start that is not a number', redact({ start: '0', end: 1, placeholder: '[x]' })],
    ['a start between characters', redact({ start: 0.5, end: 1, placeholder: '[x]' })],
    ['an end that is not a number', redact({ start: 0, placeholder: '[x]' })],
    ['an end that is NaN', redact({ start: 0, end: Number.NaN, placeholder: '[x]' })],
    ['a start before the text', redact({ start: -1, end: 1, placeholder: '[x]' })],
    ['an end after the text', redact({ start: 0, end: 7, placeholder: '[x]' })],
    ['an empty range', redact({ start: 1, end: 1, placeholder: '[x]' })],
    ['a range turned round', redact({ start: 2, end: 1, placeholder: '[x]' })],
    ['a start within a character', redact({ start: 3, end: 5, placeholder: '[x]' })],
    ['an end within a character', redact({ start: 0, end: 3, placeholder: '[x]' })],
    ['no placeholder', redact({ start: 0, end: 1 })],
    ['an empty placeholder', redact({ start: 0, end: 1, placeholder: '' })],
    ['an endless placeholder', redact({ start: 0, end: 1, placeholder: 'x'.repeat(65) })],
    ['a degraded that is not a boolean', { ...pass, degraded: 'yes' }],
    ['spans that are not a list', { ...pass, kind: 'block', spans: 'all' }],
    ['a span that is none', { ...pass, kind: 'block', spans: [7] }],
    ['a span after the text', { ...pass, kind: 'block', spans: [{ start: 0, end: 7 }] }],
    ['too many spans', { ...pass, kind: 'block', spans: Array(65).fill({ start: 0, end: 1 }) }],
    [
      'ranges that overlap',
      redact({ start: 0, end: 2, placeholder: '[x]' }, { start: 1, end: 4, placeholder: '[x]' }),
    ],
  ])('refuses %s', (_, returned) => {
    expect(readVerdict(returned, text)).toBeNull();
  });

  it('rejects anything else that a check may return', () => {
    fc.assert(
      fc.property(fc.anything(), (returned) => {
        expect(readVerdict(returned, text)).toBeNull();
      }),
    );
  });

  it('[CON-3-22] drops a reason that repeats what its redactions hide', () => {
    const leaking = { ...redact({ start: 0, end: 2, placeholder: '[x]' }), reasoning: 'It says ab there.' };
    const read = readVerdict(leaking, text);
    expect(read).toMatchObject({ kind: 'redact', redactions: leaking.redactions });
    expect(read?.reasoning).not.toContain('ab');
  });

  it('uses what it examined, though a property changes between two looks', () => {
    let looks = 0;
    const shifty = {
      ...pass,
      get kind() {
        looks++;
        return looks === 1 ? 'block' : 'pass';
      },
    };
    expect(readVerdict(shifty, text)).toMatchObject({ kind: 'block' });
    expect(looks).toBe(1);
  });

  it('keeps where a block was found, and that something could not take part', () => {
    const spans = [{ start: 0, end: 2 }];
    expect(readVerdict({ ...pass, kind: 'block', spans, degraded: true }, text)).toEqual({
      ...pass,
      ...{ kind: 'block', spans, degraded: true },
    });
    expect(readVerdict({ ...pass, degraded: false }, text)).toEqual(pass);
  });
});

describe('readPassagesVerdict', () => {
  const verdict = { found: [0, 2], reasoning: 'Two of them give orders.', score: 0.9 };

  it('takes positions of passages', () => {
    expect(readPassagesVerdict(verdict, 3)).toEqual(verdict);
    expect(readPassagesVerdict({ ...verdict, degraded: true }, 3)).toEqual({ ...verdict, degraded: true });
  });

  it.each([
    ['nothing', null],
    ['a position after the last', { ...verdict, found: [3] }],
    ['a position before the first', { ...verdict, found: [-1] }],
    ['a position between two', { ...verdict, found: [0.5] }],
    ['a position twice', { ...verdict, found: [1, 1] }],
    ['no positions', { ...verdict, found: undefined }],
    ['no reason', { ...verdict, reasoning: '' }],
    ['no score', { ...verdict, score: 2 }],
  ])('refuses %s', (_, returned) => {
    expect(readPassagesVerdict(returned, 3)).toBeNull();
  });
});
