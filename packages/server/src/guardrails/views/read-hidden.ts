import { isAscii } from './plain-text.ts';
import { decodeBytes } from './readable.ts';
import type { Reading } from './source.ts';

const tagBase = 0xe0000;
const tag = /[\u{e0020}-\u{e007e}]/gu;
const tagRun = /[\u{e0020}-\u{e007e}]+/gu;
/** A flag of a part of a country is drawn: it is made of a black flag and tags. */
const flag = /\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f}/gu;

/** Letters of the invisible block of tags, shown where they stand. */
export const tagReading: Reading = {
  name: 'hidden in tags',
  isDisguise: true,
  read({ raw }) {
    if (isAscii(raw) || raw.search(tag) < 0) return null;
    return raw
      .replace(flag, '')
      .replace(
        tagRun,
        (run) =>
          ` ${run.replace(tag, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - tagBase))} `,
      );
  },
};

const selectors = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4,}/gu;

/** The number of a variation selector: 256 of them, in two blocks, are enough for any byte. */
function selectorByte(sign: string): number {
  const codePoint = sign.codePointAt(0) ?? 0;
  return codePoint < 0xff00 ? codePoint - 0xfe00 : codePoint - 0xe0100 + 16;
}

/** Bytes written as variation selectors after some sign, shown where they stand. */
export const selectorReading: Reading = {
  name: 'hidden in variation selectors',
  isDisguise: true,
  read({ raw }) {
    if (isAscii(raw) || raw.search(selectors) < 0) return null;
    return raw.replace(selectors, (run) => {
      const bytes = Array.from(run, selectorByte);
      // The second block alone holds ASCII too, counted from its own beginning.
      const shifted = bytes.map((byte) => byte - 16);
      return decodeBytes(Uint8Array.from(bytes)) ?? decodeBytes(Uint8Array.from(shifted)) ?? '';
    });
  },
};

const zeroWidth = /[\u200b-\u200d\u2060\ufeff]/g;
const zeroWidthMin = 48;

function bytesOfBits(bits: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor(bits.length / 8));
  return bytes.map((_, index) => Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2));
}

/** Bits written as two kinds of characters without width, shown after the text. */
export const zeroWidthReading: Reading = {
  name: 'hidden in zero-width characters',
  isDisguise: true,
  read({ raw }) {
    if (isAscii(raw)) return null;
    const signs = raw.match(zeroWidth) ?? [];
    if (signs.length < zeroWidthMin) return null;
    const kinds = [...new Set(signs)].sort();
    const bits = (zero: string, one: string) =>
      signs
        .filter((sign) => sign === zero || sign === one)
        .map((sign) => (sign === zero ? '0' : '1'))
        .join('');
    for (const zero of kinds) {
      for (const one of kinds) {
        const hidden = zero === one ? null : decodeBytes(bytesOfBits(bits(zero, one)));
        if (hidden !== null) return `${raw.replace(zeroWidth, '')} ${hidden}`;
      }
    }
    return null;
  },
};
