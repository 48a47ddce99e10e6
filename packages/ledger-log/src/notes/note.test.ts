import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../test-support/code-of.ts';
import { isKeyName } from './key-name.ts';
import { formatNote, noteBytesMax, parseNote, signaturesMax } from './note.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const signature = { keyName: 'example.com/log', keyId: '01020304', signature: Uint8Array.of(5, 6, 7) };
const line = '— example.com/log AQIDBAUGBw==\n';

const lines = fc.array(
  fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('', '\u2014 a b', '\ufeff')),
);
const texts = lines.map((all) => `${all.join('\n').replaceAll(/[^\n\u0020-\u{10ffff}]/gu, '')}\n`);
const keyNames = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(isKeyName);
const signatures = fc.array(
  fc.record({
    keyName: keyNames,
    keyId: fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes).toString('hex')),
    signature: fc.uint8Array({ minLength: 1, maxLength: 100 }).map((bytes) => new Uint8Array(bytes)),
  }),
  { minLength: 1, maxLength: signaturesMax },
);

describe('a note', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.record({ text: texts, signatures }), (note) => {
        expect(parseNote(encode(formatNote(note)))).toEqual(note);
      }),
    );
  });

  it('that is read at all is written to the same bytes', () => {
    const pieces = fc.constantFrom('a', '\n', '\n\n', line, '— ', ' ', '=', '\r', '\u2014', 'é', '\u0000');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (chosen) => {
        const content = chosen.join('');
        try {
          expect(formatNote(parseNote(encode(content)))).toBe(content);
        } catch (error) {
          expect(error).toMatchObject({ code: 'note_malformed' });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('has its text before the last blank line, even if it looks signed itself', () => {
    const text = `first\n\n${line}\nlast\n`;
    expect(parseNote(encode(`${text}\n${line}${line}`))).toEqual({
      text,
      signatures: [signature, signature],
    });
  });

  it('is rejected if it is malformed', async () => {
    for (const content of [
      '',
      '\n',
      '\n\n',
      'text',
      'text\n',
      'text\n\n',
      'text\n\n\n',
      `text\n${line}`,
      `\n${line}`,
      `text\n\n${line.trimEnd()}`,
      `text\n\n${line}\n`,
      `text\n\n${line} `,
      `text\n\n${line}trailing\n`,
      `text\r\n\r\n${line}`,
      `text\n\n${line.replace('\n', '\r\n')}`,
      `te\txt\n\n${line}`,
      `te\u0000xt\n\n${line}`,
      `te\u001bxt\n\n${line}`,
      `text\n\n${line.replace('—', '-')}`,
      `text\n\n${line.replace('—', '–')}`,
      `text\n\n${line.replace('— ', '—')}`,
      `text\n\n${line.replace('— ', '—\u00a0')}`,
      `text\n\n${line.replace('— ', '—  ')}`,
      `text\n\n${line.replace(' AQ', '  AQ')}`,
      `text\n\n${line.replace('==', '== ')}`,
      `text\n\n${line.replace('==', '')}`,
      `text\n\n${line.replace('==', '=')}`,
      `text\n\n${line.replace('Bw==', 'Bx==')}`,
      `text\n\n${line.replace('AQ', '-_')}`,
      `text\n\n${line.replace('AQIDBAUGBw==', 'AQIDBA==')}`,
      `text\n\n${line.replace('AQIDBAUGBw==', '')}`,
      `text\n\n${line.replace('example.com/log', '')}`,
      `text\n\n${line.replace('.', '+')}`,
      `text\n\n${line.replace('.', '\u2003')}`,
      `text\n\n${line.replace('.', '\u0085')}`,
      `text\n\n${line.replace('example', 'e'.repeat(300))}`,
      `text\n\n${line.repeat(signaturesMax + 1)}`,
      `${'a'.repeat(noteBytesMax)}\n\n${line}`,
    ]) {
      expect(await codeOf(() => parseNote(encode(content))), JSON.stringify(content.slice(0, 60))).toBe(
        'note_malformed',
      );
    }
    const good = encode(`t\n\n${line}`);
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x8a], [0xf5, 0x80, 0x80, 0x80]]) {
      expect(await codeOf(() => parseNote(Uint8Array.of(...bytes, ...good)))).toBe('note_malformed');
    }
    expect(parseNote(good).text).toBe('t\n');
  });

  it('keeps a byte order mark, which was signed too', () => {
    expect(parseNote(encode(`\ufefftext\n\n${line}`)).text).toBe('\ufefftext\n');
  });

  it('accepts the maximum number of signatures', () => {
    expect(parseNote(encode(`text\n\n${line.repeat(signaturesMax)}`)).signatures).toHaveLength(signaturesMax);
  });

  it('is not written if it could not be parsed', async () => {
    const note = { text: 'text\n', signatures: [signature] };
    expect(formatNote(note)).toBe(`text\n\n${line}`);
    for (const wrong of [
      { text: '' },
      { text: 'text' },
      { text: 'te\rxt\n' },
      { text: 'te\ud800xt\n' },
      { text: `${'a'.repeat(noteBytesMax)}\n` },
      { signatures: [] },
      { signatures: Array.from({ length: signaturesMax + 1 }, () => signature) },
      { signatures: [{ ...signature, keyName: '' }] },
      { signatures: [{ ...signature, keyName: 'a b' }] },
      { signatures: [{ ...signature, keyName: 'a\nb' }] },
      { signatures: [{ ...signature, keyName: 'a+b' }] },
      { signatures: [{ ...signature, keyName: 'a\ud800' }] },
      { signatures: [{ ...signature, keyId: '0102030' }] },
      { signatures: [{ ...signature, keyId: '0102030G' }] },
      { signatures: [{ ...signature, signature: new Uint8Array() }] },
    ]) {
      expect(await codeOf(() => formatNote({ ...note, ...wrong }))).toBe('note_malformed');
    }
  });
});
