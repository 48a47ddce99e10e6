import type { AppParts } from './app-parts.ts';

const triesMax = 5;

/** Models may still be starting: the first question must not be the one that waits for them. This one is nobody's. */
export async function warmUp(
  { encoder, reader }: Pick<AppParts, 'encoder' | 'reader'>,
  signal: AbortSignal,
  /** Whether every model took part in the answer to this. */
  isWholeAnswer: (prompt: string) => Promise<boolean>,
): Promise<void> {
  if (encoder === null && reader === null) return;
  for (let tries = 0; tries < triesMax && !signal.aborted; tries += 1)
    if (await isWholeAnswer('What is this about?')) return;
}
