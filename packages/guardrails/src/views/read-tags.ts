import { isAscii } from './plain-text.ts';
import type { ViewReading } from './view-source.ts';

const tagBase = 0xe0000;
const tag = /[\u{e0020}-\u{e007e}]/gu;
const tagRun = /[\u{e0020}-\u{e007e}]+/gu;
/** The flag of a region is visible: it consists of a black flag and tag characters. */
const flag = /\u{1f3f4}[\u{e0030}-\u{e007a}]{3,6}\u{e007f}/gu;

/** Letters of the invisible Tags block, made visible in place. */
export const tagReading: ViewReading = {
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
