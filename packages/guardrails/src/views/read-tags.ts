import { isAscii } from './plain-text.ts';
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
