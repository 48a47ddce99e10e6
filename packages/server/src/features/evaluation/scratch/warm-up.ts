import type { Encoder, Reader } from '@avow/inference';

const triesMax = 5;

/** Asks until the models have started, so that the first real question does not wait for them. */
export async function warmUp(
  { encoder, reader }: { readonly encoder: Encoder | null; readonly reader: Reader | null },
  signal: AbortSignal,
  /** Whether every model took part in the answer. */
  isFullyAnswered: (prompt: string) => Promise<boolean>,
): Promise<void> {
  if (encoder === null && reader === null) return;
  for (let tries = 0; tries < triesMax && !signal.aborted; tries += 1)
    if (await isFullyAnswered('What is this about?')) return;
}
