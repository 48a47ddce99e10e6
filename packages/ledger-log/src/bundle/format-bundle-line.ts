import { LogError } from '../log-error.ts';
import { lineBytesMax } from './bundle-limits.ts';
import type { BundleLine } from './bundle-line.ts';
import { canonicaliseBundleLine } from './canonicalise-bundle-line.ts';
import { parseBundleLine } from './parse-bundle-line.ts';

/** An exported line with its newline. Throws instead of writing what verification would reject. */
export function formatBundleLine(line: BundleLine): string {
  const text = canonicaliseBundleLine(line);
  if (new TextEncoder().encode(text).length > lineBytesMax) {
    throw new LogError('bundle_too_large', `a line of a bundle has at most ${lineBytesMax} bytes`);
  }
  parseBundleLine(text);
  return `${text}\n`;
}
