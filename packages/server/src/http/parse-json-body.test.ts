import { AppError } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonBody } from './parse-json-body.ts';

const parse = (text: string) => parseJsonBody(new TextEncoder().encode(text));

function codeOf(body: Uint8Array | string): string {
  try {
    parseJsonBody(typeof body === 'string' ? new TextEncoder().encode(body) : body);
    return 'accepted';
  } catch (error) {
    return error instanceof AppError ? error.code : 'other';
  }
}

/** Every object that a JSON text can hold; JSON.stringify writes no name twice. */
const wellFormed = fc.json({ stringUnit: 'grapheme' });

describe('parseJsonBody', () => {
  it('agrees with JSON.parse on every ordinary text', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('[CON-2-23] refuses a repeated member name, at any depth and however escaped', () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '[{"x":{"y":1,"z":[],"y":{}}}]',
      '{"__proto__":1,"__proto__":2}',
      '{"":1,"":2}',
      '{"a":"a","b":{"a":1,"b":"}","a":2}}',
    ]) {
      expect(codeOf(text), text).toBe('duplicate_key');
    }
    for (const text of [
      '{"a":{"a":{"a":1}}}',
      '[{"a":1},{"a":2}]',
      '{"a":"a","b":"a"}',
      '{"a":["a","a"],"b":":"}',
      '{"a\\"":1,"a":2}',
      '{"a":"\\"a\\":1,"}',
    ]) {
      expect(codeOf(text), text).toBe('accepted');
    }
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (name, a, b) => {
        const member = JSON.stringify(name);
        expect(
          codeOf(`{${member}:${JSON.stringify(a)},"x${'y'.repeat(3)}":1,${member}:${JSON.stringify(b)}}`),
        ).toBe('duplicate_key');
      }),
    );
  });

  it('[CON-2-24] refuses lone surrogates, and accepts pairs', () => {
    for (const text of ['{"p":"\\ud800"}', '{"p":"\\udc00x"}', '["\\ud83d\\u0041"]', '{"\\ud800":1}'])
      expect(codeOf(text), text).toBe('malformed_json');
    expect(parse('"\\ud83d\\ude00"')).toBe('😀');
  });

  it('[CON-2-25] refuses bytes that are not UTF-8, and a byte order mark', () => {
    expect(codeOf(Uint8Array.from([0x22, 0xff, 0x22]))).toBe('invalid_utf8');
    expect(codeOf(Uint8Array.from([0x22, 0xc0, 0xaf, 0x22]))).toBe('invalid_utf8');
    expect(codeOf(Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]))).toBe('invalid_utf8');
    expect(codeOf(Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toBe('malformed_json');
  });

  it('parses a text of many megabytes', () => {
    const text = 'a "quoted" \\ line\n\u0001'.repeat(700_000);
    const body = Buffer.from(JSON.stringify({ source: 'a.md', text }));
    expect(body.length).toBeGreaterThan(16 * 1024 * 1024);
    expect(parseJsonBody(body)).toEqual({ source: 'a.md', text });
    expect(codeOf(`{"a":${JSON.stringify(text)},"b":1,"a":2}`)).toBe('duplicate_key');
    // As long, and nothing but marks: it would be read for a second, and is refused before.
    expect(codeOf(`[${'{},'.repeat(400_000)}{}]`)).toBe('malformed_json');
    expect(codeOf(`[${'{},'.repeat(100_000)}{}]`)).toBe('accepted');
  });

  it('refuses invalid JSON, and excessive nesting', () => {
    for (const text of [
      '',
      ' ',
      '{',
      '{"a":}',
      "{'a':1}",
      '{"a":1,}',
      'undefined',
      '{"a":01}',
      '{"a":1}{',
      'NaN',
    ])
      expect(codeOf(text), text).toBe('malformed_json');
    expect(codeOf('['.repeat(64) + ']'.repeat(64))).toBe('accepted');
    expect(codeOf('['.repeat(65) + ']'.repeat(65))).toBe('malformed_json');
    expect(codeOf('['.repeat(100_000) + ']'.repeat(100_000))).toBe('malformed_json');
  });
});
