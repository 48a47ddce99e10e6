const decimalDigit = /^\p{Nd}$/u;

/**
 * The value of a decimal digit of any script, or null. Unicode lays out each script's digits as ten code points in
 * order, so the value is the distance to the start of the contiguous digits, modulo ten.
 */
export function decimalDigitValue(codePoint: number): number | null {
  if (codePoint < 0x80) return codePoint >= 0x30 && codePoint <= 0x39 ? codePoint - 0x30 : null;
  let first = codePoint;
  while (decimalDigit.test(String.fromCodePoint(first))) first--;
  return first === codePoint ? null : (codePoint - first - 1) % 10;
}
