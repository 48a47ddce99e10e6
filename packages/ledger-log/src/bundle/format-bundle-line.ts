import { LogError } from '../log-error.ts';
import { lineBytesMax } from './bundle-limits.ts';
import type { BundleLine } from './bundle-line.ts';
import { bundleLineToWire } from './canonicalise-bundle-line.ts';
import { readLine } from './parse-bundle-line.ts';

const encoder = new TextEncoder();
/** Of a unit in UTF-16, in UTF-8. */
const bytesPerUnitMax = 3;

/** An exported line with its newline. Throws instead of writing what verification would reject. */
export function formatBundleLine(line: BundleLine): string {
  const members = bundleLineToWire(line);
  const text = JSON.stringify(members);
  if (text.length * bytesPerUnitMax > lineBytesMax && encoder.encode(text).length > lineBytesMax) {
    throw new LogError('bundle_too_large', `a line of a bundle has at most ${lineBytesMax} bytes`);
  }
  // As it is parsed, but that is in canonical form already, and of millions of lines parsing is what takes longest.
  readLine(members);
  return `${text}\n`;
}
