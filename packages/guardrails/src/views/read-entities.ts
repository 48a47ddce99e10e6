import type { ViewReading } from './view-source.ts';

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

export const entityReading: ViewReading = {
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
