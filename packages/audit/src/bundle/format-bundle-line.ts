import { LogError } from '../log-error.ts';
import { lineBytesMax } from './bundle-limits.ts';
import type { BundleLine } from './bundle-line.ts';
import { parseBundleLine } from './parse-bundle-line.ts';
import { spellBundleLine } from './spell-bundle-line.ts';

/** A line as it is exported, with its newline. What the checker could not read is not written. */
export function formatBundleLine(line: BundleLine): string {
  const text = spellBundleLine(line);
  if (new TextEncoder().encode(text).length > lineBytesMax) {
    throw new LogError('bundle_too_large', `a line of a bundle has at most ${lineBytesMax} bytes`);
  }
  parseBundleLine(text);
  return `${text}\n`;
}
