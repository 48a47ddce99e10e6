import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyRedactions, mergeRedactions } from './apply-redactions.ts';
import type { Redaction } from './guardrail.ts';

/** Characters of one and two UTF-16 units, of many scripts, with marks and joiners. */
const characters = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), { maxLength: 60 });

/** A text with ranges of whole characters, in any order, overlapping or not. The placeholder is in no text. */
const redactedTexts = fc
  .tuple(characters, fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 8 })), { maxLength: 8 }))
  .map(([units, ranges]) => {
    const offsets = [0];
    for (const unit of units) offsets.push((offsets.at(-1) ?? 0) + unit.length);
    const redactions = ranges.flatMap(([first, count]): Redaction[] => {
      const start = offsets[first % offsets.length] ?? 0;
      const end = offsets[Math.min((first % offsets.length) + count, units.length)] ?? 0;
      return start < end ? [{ start, end, placeholder: '\u{10ffff}' }] : [];
    });
    return { text: units.join(''), redactions };
  });

function hides(redactions: readonly Redaction[], offset: number): boolean {
  return redactions.some(({ start, end }) => offset >= start && offset < end);
}

describe('applyRedactions', () => {
  it('keeps every character outside the ranges, in order, and none inside', () => {
    fc.assert(
      fc.property(redactedTexts, ({ text, redactions }) => {
        let kept = '';
        for (let offset = 0; offset < text.length; offset++) {
          if (!hides(redactions, offset)) kept += text[offset];
        }
        expect(applyRedactions(text, redactions).replaceAll('\u{10ffff}', '')).toBe(
          kept.replaceAll('\u{10ffff}', ''),
        );
      }),
    );
  });

  it('replaces each range, or each group of overlapping ranges, by one placeholder', () => {
    fc.assert(
      fc.property(redactedTexts, ({ text, redactions }) => {
        const starts = new Set<number>();
        for (const { start } of redactions) {
          if (!redactions.some((other) => other.start < start && other.end > start)) starts.add(start);
        }
        const inText = [...text].filter(
          (character, index, all) =>
            character === '\u{10ffff}' && !hides(redactions, all.slice(0, index).join('').length),
        );
        const inResult = [...applyRedactions(text, redactions)].filter(
          (character) => character === '\u{10ffff}',
        );
        expect(inResult).toHaveLength(starts.size + inText.length);
      }),
    );
  });

  it('returns well-formed text for well-formed text', () => {
    fc.assert(
      fc.property(redactedTexts, ({ text, redactions }) => {
        fc.pre(text.isWellFormed());
        expect(applyRedactions(text, redactions).isWellFormed()).toBe(true);
      }),
    );
  });

  it('does not depend on the order of the ranges, except for the placeholder', () => {
    fc.assert(
      fc.property(redactedTexts, ({ text, redactions }) => {
        expect(applyRedactions(text, redactions.toReversed())).toBe(applyRedactions(text, redactions));
      }),
    );
  });

  it('does not turn parentheses after a placeholder into a link', () => {
    const redactions = [{ start: 0, end: 4, placeholder: '[removed]' }];
    expect(applyRedactions('word(https://a.example)', redactions)).toBe('[removed] (https://a.example)');
    expect(applyRedactions('word (a)', redactions)).toBe('[removed] (a)');
  });

  it('uses the placeholder of the range that starts first, or of the first one given', () => {
    const outer = { start: 2, end: 6, placeholder: '[outer]' };
    const later = { start: 4, end: 8, placeholder: '[later]' };
    const same = { start: 2, end: 9, placeholder: '[same]' };
    expect(applyRedactions('ab123456cd', [later, outer])).toBe('ab[outer]cd');
    expect(applyRedactions('ab123456cd', [outer, same])).toBe('ab[outer]d');
    expect(applyRedactions('ab123456cd', [{ start: 2, end: 4, placeholder: '[a]' }, later])).toBe(
      'ab[a][later]cd',
    );
  });

  it('is reversible only if all merged parts are', () => {
    const one = { start: 0, end: 4, placeholder: '[a]', isReversible: true } as const;
    const two = { start: 2, end: 6, placeholder: '[b]' };
    const all = { start: 0, end: 6, placeholder: '[a]' };
    expect(mergeRedactions('abcdefgh', [one])).toEqual([one]);
    expect(mergeRedactions('abcdefgh', [one, two])).toEqual([all]);
    expect(mergeRedactions('abcdefgh', [one, { ...two, isReversible: true }])).toEqual([
      { ...all, isReversible: true },
    ]);
  });
});
