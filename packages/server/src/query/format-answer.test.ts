import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAnswer } from './format-answer.ts';

const structured = (text: string) => formatAnswer(text, 'structured_text');
const plain = (text: string) => formatAnswer(text, 'plain_text');

describe('formatAnswer', () => {
  it('leaves Markdown alone where Markdown is asked for, and plain words everywhere', () => {
    const text = 'A **bold** word.\n\n- one\n- two';
    expect(formatAnswer(text, 'markdown')).toBe(text);
    expect(structured('Plain words, as they are.')).toBe('Plain words, as they are.');
  });

  it('takes marks out of lines, and keeps paragraphs, lists and tables', () => {
    expect(structured('A **bold** and `coded` [link](https://x.example) word.')).toBe(
      'A bold and coded link word.',
    );
    expect(structured('Steps:\n\n1. First *this*\n2. Then that\n   - and this')).toBe(
      'Steps:\n\n1. First this\n2. Then that\n  - and this',
    );
    expect(plain('- one\n- two')).toBe('one\ntwo');
    expect(structured('| a | b |\n| --- | --- |\n| 1 | 2 |')).toContain('| 1 | 2 |');
    expect(structured('> quoted *words*')).toBe('quoted words');
  });

  it('joins lines that were only broken in typing', () => {
    expect(structured('One sentence that goes\non in the next line.')).toBe(
      'One sentence that goes on in the next line.',
    );
  });

  it('never throws and never says nothing, whatever the text', () => {
    const unit = fc.constantFrom(
      '*',
      '_',
      '[',
      ']',
      '(',
      ')',
      '> ',
      '- ',
      '1. ',
      '`',
      '\n',
      '<b>',
      '&amp;',
      '\\',
      '|',
      'word ',
      '😀',
      '    ',
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 60 }), (units) => {
        const text = units.join('');
        for (const format of ['structured_text', 'plain_text', 'markdown'] as const) {
          expect(formatAnswer(text, format).length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('keeps every word of ordinary text', () => {
    const word = fc.constantFrom('tree', '**river**', '`stone`', '[lake](https://x.example)', '_sky_');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
        const bare = words.map((one) => one.replace(/\(.*\)|[^a-z]/g, ''));
        expect(structured(words.join(' ')).split(' ')).toEqual(bare);
      }),
    );
  });

  it('gives what would be costly as it is stored', () => {
    for (const text of [
      '_a*'.repeat(10_000),
      '['.repeat(5000),
      '> '.repeat(3000),
      '- '.repeat(3000) + 'x',
      '1. '.repeat(500) + 'x',
    ]) {
      expect(structured(text)).toBe(text);
    }
  });
});
