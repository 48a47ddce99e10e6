/** Parses the retry headers of a server: milliseconds, seconds or a date. Null: there is none that can be parsed. */
export function readRetryHeaders(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): number | null {
  const afterMs = headers['retry-after-ms'];
  if (afterMs !== undefined && isNumber(afterMs)) return Number(afterMs);
  const after = headers['retry-after'];
  if (after === undefined) return null;
  if (isNumber(after)) return Number(after) * 1000;
  const atMs = Date.parse(after);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}

const isNumber = (text: string): boolean => /^\d{1,9}(\.\d{1,9})?$/.test(text);
