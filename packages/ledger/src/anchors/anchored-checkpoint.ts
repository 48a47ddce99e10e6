/** A line of an anchor file. */
export interface AnchoredCheckpoint {
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly root: string;
  readonly note: string;
  readonly created_at: string;
}

/** The checkpoints of some lines, the largest first. Truncated lines and lines that are not checkpoints are skipped. */
export function parseLines(bytes: Uint8Array): AnchoredCheckpoint[] {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  return lines
    .map(parseLine)
    .filter((line) => line !== null)
    .sort((one, other) => other.size - one.size);
}

function parseLine(text: string): AnchoredCheckpoint | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { size, root, note, created_at } = value as Partial<Record<keyof AnchoredCheckpoint, unknown>>;
  const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0;
  if (!isSize || typeof root !== 'string' || typeof note !== 'string') return null;
  return { size, root, note, created_at: typeof created_at === 'string' ? created_at : '' };
}
