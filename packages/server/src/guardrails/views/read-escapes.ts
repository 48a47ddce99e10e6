import type { Reading } from './source.ts';

const namedEntities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  commat: '@',
  lsqb: '[',
  bsol: '\\',
  rsqb: ']',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  verbar: '|',
  rcub: '}',
  hyphen: '-',
  dash: '-',
  shy: '',
  zwj: '',
  zwnj: '',
};

function characterOf(code: string, base: number): string | null {
  const codePoint = Number.parseInt(code, base);
  return codePoint > 0 && codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : null;
}

const entity = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z]{2,8}));?/g;

export const entityReading: Reading = {
  name: 'HTML entities',
  isDisguise: false,
  read({ text }) {
    if (!text.includes('&')) return null;
    return text.replace(entity, (whole: string, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return characterOf(hex, 16) ?? whole;
      if (decimal !== undefined) return characterOf(decimal, 10) ?? whole;
      return namedEntities[name ?? ''] ?? whole;
    });
  },
};

const percentRun = /(?:%[0-9a-fA-F]{2})+/g;
const quotedPrintableRun = /(?:=[0-9a-fA-F]{2})+/g;
const quotedBytesMin = 4;
const softLineBreak = /=\r?\n/g;

/** Two digits for each byte, after a sign; broken letters come out as the sign for what cannot be read. */
function decodeBytePairs(run: string): string {
  return Buffer.from(run.replace(/[%=]/g, ''), 'hex').toString('utf8');
}

export const percentReading: Reading = {
  name: 'percent-encoding',
  isDisguise: false,
  read({ text }) {
    if (!text.includes('%') || text.search(percentRun) < 0) return null;
    const decoded = text.replace(percentRun, decodeBytePairs);
    // In the query of an address a plus sign is a space; elsewhere it is seldom between letters.
    return decoded.replace(/(?<=[A-Za-z])\+(?=[A-Za-z])/g, ' ');
  },
};

export const quotedPrintableReading: Reading = {
  name: 'quoted-printable',
  isDisguise: false,
  read({ text }) {
    if (!text.includes('=')) return null;
    const joined = text.replace(softLineBreak, '');
    // In addresses and settings a value can look like a byte; a text in this notation has many.
    const escaped = joined.match(quotedPrintableRun)?.reduce((sum, run) => sum + run.length / 3, 0) ?? 0;
    return escaped < quotedBytesMin ? null : joined.replace(quotedPrintableRun, decodeBytePairs);
  },
};

const escapeSequence =
  /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-3][0-7]{2}))|\bU\+([0-9a-fA-F]{4,5})\b ?/g;

export const backslashReading: Reading = {
  name: 'escapes',
  isDisguise: false,
  read({ text }) {
    if (!text.includes('\\') && !text.includes('U+')) return null;
    return text
      .replace(escapeSequence, (whole: string, ...codes: Array<string | undefined>) => {
        const [braces, four, eight, two, octal, named] = codes;
        const hex = braces ?? four ?? eight ?? two ?? named;
        if (hex !== undefined) return characterOf(hex, 16) ?? whole;
        return characterOf(octal ?? '', 8) ?? whole;
      })
      .toWellFormed()
      .replace(/\\[nrt]/g, ' ')
      .replace(/\\(["'])/g, '$1');
  },
};

/** The codes of A to Z and a to z, in hexadecimal and in decimal. */
const hexLetter = '(?:[46][1-9a-f]|[57][0-9a])';
const decimalLetter = '(?:6[5-9]|[78][0-9]|90|9[7-9]|1[01][0-9]|12[0-2])';
const escapedLetter = new RegExp(
  `(?:%|=|\\\\x|\\\\u00|&#x0{0,2})(${hexLetter});?|&#0{0,2}(${decimalLetter});?`,
  'gi',
);
const escapedLettersMin = 8;

/** Plain letters written as their numbers, which no notation asks for. */
export const escapedLetterReading: Reading = {
  name: 'escaped letters',
  isDisguise: true,
  read({ text }) {
    if (!/[%=\\&]/.test(text)) return null;
    if ((text.match(escapedLetter)?.length ?? 0) < escapedLettersMin) return null;
    return text.replace(
      escapedLetter,
      (whole: string, hex?: string, decimal?: string) =>
        (hex === undefined ? characterOf(decimal ?? '', 10) : characterOf(hex, 16)) ?? whole,
    );
  },
};
