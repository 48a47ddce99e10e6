const digitsMax = 40;
const separator = /[.,'_]/;
/** Thousands as they are grouped in most of the world, and in India. */
const groups = /^\d{1,3}(?:\d{3})*$/;

/**
 * What digits with separators may mean, as plain decimals without needless zeros. "1.500" is read as 1500 and as itself:
 * where two writers differ, equal digits still agree, and nothing else does. What is not a number (a version, an address) is
 * kept as it is written.
 */
export function readDigits(written: string): readonly string[] {
  const text = written.replace(/['’\u00a0\u2009\u202f]/gu, '_');
  if (text.length > digitsMax) return [text];
  if (!separator.test(text)) return [plainDecimal(text)];
  const marks = text.replace(/\d/g, '');
  const parts = text.split(separator);
  const kinds = new Set(marks);
  const last = marks.at(-1) ?? '';
  if (kinds.size === 1 && marks.length === 1) return readOneMark(text, last, parts);
  if (kinds.size === 1) return areGroups(parts) ? [plainDecimal(parts.join(''))] : [text];
  // Two kinds of marks: the last one, which occurs once, is the decimal point.
  const isPoint = last !== '_' && marks.indexOf(last) === marks.length - 1 && kinds.size === 2;
  if (!isPoint || !areGroups(parts.slice(0, -1))) return [text];
  return [plainDecimal(`${parts.slice(0, -1).join('')}.${parts.at(-1)}`)];
}

function readOneMark(text: string, mark: string, [whole = '', rest = '']: readonly string[]): string[] {
  if (mark === '_') return [areGroups([whole, rest]) ? plainDecimal(whole + rest) : text];
  const mayGroup = rest.length === 3 && whole.length <= 3 && !whole.startsWith('0');
  if (!mayGroup) return [plainDecimal(`${whole}.${rest}`)];
  // The decimal keeps its zeros: only what is written alike has it in common.
  return [plainDecimal(whole + rest), `${whole}.${rest}`];
}

function areGroups(parts: readonly string[]): boolean {
  const [first = '', ...others] = parts;
  if (first.length === 0 || first.length > 3) return false;
  const isIndian = others.every((part, at) => part.length === (at === others.length - 1 ? 3 : 2));
  return groups.test(first) && (isIndian || others.every((part) => part.length === 3));
}

/** Without zeros before, or after the point. */
export function plainDecimal(text: string): string {
  const [whole = '', rest = ''] = text.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const decimals = rest.replace(/0+$/, '');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

/** Times a power of ten, digit for digit: no number is too long to be distinguished from its neighbour. */
export function shiftDecimal(value: string, places: number): string {
  if (!/^\d+(?:\.\d+)?$/.test(value)) return value;
  const [whole = '', rest = ''] = value.split('.');
  const digits = rest.padEnd(places, '0');
  return plainDecimal(`${whole}${digits.slice(0, places)}.${digits.slice(places)}`);
}
