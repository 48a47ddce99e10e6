import { readMarkdownLine } from '@avow/text/markdown';
import { type NumberStyle, writeNumber } from './number-label.ts';

type Attributes = Readonly<Record<string, string>>;

/** Says what an item is called if it is not counted: the numbering of Word has more forms than a web page. */
export const labelAttribute = 'data-avow-label';

const stylesByType: Readonly<Record<string, NumberStyle>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};
const stylesByName: Readonly<Record<string, NumberStyle>> = {
  'lower-alpha': 'lowerLetter',
  'lower-latin': 'lowerLetter',
  'upper-alpha': 'upperLetter',
  'upper-latin': 'upperLetter',
  'lower-roman': 'lowerRoman',
  'upper-roman': 'upperRoman',
};
const styleName = /list-style(?:-type)?\s{0,9}:\s{0,9}((?:lower|upper)-(?:alpha|latin|roman))\b/i;
const numberAttribute = /^\s{0,9}(-?\d{1,9})(?!\d)/;
/** Nothing that Markdown could take for markup. */
const label = /^[\p{L}\p{N}§(][\p{L}\p{N} .,:()§/–-]{0,39}$/u;

/** Counts the items of a list as its tags say. */
export class ListNumbers {
  readonly #style: NumberStyle | null;
  #number: number;
  #label = '';

  constructor(tag: 'ol' | 'ul', attributes: Attributes) {
    // How many items a reversed list has is known at its end, so that it gets no numbers.
    this.#style = tag === 'ul' || 'reversed' in attributes ? null : styleOf(attributes);
    this.#number = (readNumber(attributes['start']) ?? 1) - 1;
  }

  beginItem(attributes: Attributes): void {
    this.#number = readNumber(attributes['value']) ?? this.#number + 1;
    const counted = this.#style === null ? '' : `${writeNumber(this.#number, this.#style)}.`;
    const given = attributes[labelAttribute] ?? '';
    this.#label = label.test(given) ? given : counted;
  }

  /** What stands before the words of an item, and how far its further lines are indented. */
  get marker(): { readonly text: string; readonly width: number } {
    if (this.#label === '') return { text: '- ', width: 2 };
    const text = `${this.#label} `;
    const isMarkdown = readMarkdownLine(`${text}x`).kind === 'item';
    return isMarkdown ? { text, width: text.length } : { text: `- ${text}`, width: 2 };
  }
}

function styleOf({ type = '', style = '' }: Attributes): NumberStyle {
  const name = styleName.exec(style)?.[1]?.toLowerCase() ?? '';
  return stylesByName[name] ?? stylesByType[type.trim()] ?? 'decimal';
}

function readNumber(value = ''): number | null {
  const digits = numberAttribute.exec(value)?.[1];
  return digits === undefined ? null : Number(digits);
}
