import { dateFromSerial, format, getFormatDateInfo, getFormatInfo } from 'numfmt';

/** Numbers of formats that a file uses without declaring them. Those for money leave the currency to the reader's system. */
const builtInFormats: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00' },
  ...{ 5: '#,##0', 6: '#,##0', 7: '#,##0.00', 8: '#,##0.00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 14: 'yyyy-mm-dd', 15: 'yyyy-mm-dd', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM' },
  ...{ 20: 'h:mm', 21: 'h:mm:ss', 22: 'yyyy-mm-dd hh:mm', 37: '#,##0', 38: '#,##0', 39: '#,##0.00' },
  ...{ 40: '#,##0.00', 41: '#,##0', 42: '#,##0', 43: '#,##0.00', 44: '#,##0.00', 45: 'mm:ss' },
  ...{ 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
};
/** Dates in the scripts of East Asia. */
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
/** Excel writes no longer ones. */
const patternUnitsMax = 255;
/** From the first day of 1900 to that of 1904, from which some files count. */
const daysTo1904 = 1_462;

export const general = 'General';

/** `declared` is what the file says about the number; undefined if nothing. */
export function formatOf(id: number, declared: string | undefined): string {
  if (declared !== undefined) return declared.length > patternUnitsMax ? general : declared;
  return isEastAsianDate(id) ? 'yyyy-mm-dd' : (builtInFormats[id] ?? general);
}

/** A number as the sheet shows it. A full date is written with the year first, since formats differ in their order. */
export function formatNumber(
  value: number,
  { pattern, from1904 }: { readonly pattern: string; readonly from1904: boolean },
): string {
  // Spreadsheets show fifteen digits; the rest is binary rounding.
  const plain = String(Number(value.toPrecision(15)));
  if (pattern === general) return plain;
  const { type } = getFormatInfo(pattern);
  if (type === 'error' || (type === 'general' && !pattern.includes(';'))) return plain;
  if (type !== 'date' && type !== 'datetime') return formatSigned(withoutLocale(pattern), value) ?? plain;
  const serial = from1904 ? value + daysTo1904 : value;
  const { year, month, day } = getFormatDateInfo(pattern);
  if (!year || !month || !day) return formatAs(pattern, serial) ?? plain;
  return isDate(serial) ? isoDate(serial, type === 'datetime') : plain;
}

/** Some formats hide text, or add words to it. */
export function formatText(text: string, pattern: string): string {
  return /[;@]/.test(pattern) && pattern !== '@' ? (formatAs(pattern, text) ?? text) : text;
}

function formatAs(pattern: string, value: number | string): string | null {
  try {
    return format(pattern, value, { nbsp: false }).trim();
  } catch {
    return null;
  }
}

/** A minus sign is written for a colour that alone tells negative numbers from others. */
function formatSigned(pattern: string, value: number): string | null {
  const text = formatAs(pattern, value);
  const isMarked = value >= 0 || text === null || !/[1-9]/.test(text) || text !== formatAs(pattern, -value);
  return isMarked || !coloursNegatives(pattern) ? text : `-${text}`;
}

const colour = /\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2})\]/i;

function coloursNegatives(pattern: string): boolean {
  const sections = pattern.replace(/"[^"]*"|\\./g, '').split(';');
  return sections.some((section, at) => colour.test(section) && (at === 1 || /\[<=?0\]/.test(section)));
}

/** In a number, the locale determines the currency alone: `[$€-407]`. */
function withoutLocale(pattern: string): string {
  return pattern.replace(/\[\$([^\]"-]*)-[\da-f]{1,8}\]/gi, '"$1"');
}

/** The last one is the last day of the year 9999. */
function isDate(serial: number): boolean {
  return serial >= 0 && serial < 2_958_466;
}

function isoDate(serial: number, withTime: boolean): string {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0] = dateFromSerial(serial);
  const two = (part: number) => String(part).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return withTime ? `${date} ${two(hours)}:${two(minutes)}` : date;
}
