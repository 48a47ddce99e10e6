import { allReadings, createSource } from '@avow/guardrails';

/** The mean time that each way of reading takes on a text that hides nothing, in microseconds. */
export function timeReadings(texts: readonly string[]): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const reading of allReadings.flat()) {
    const sources = texts.map((text) => createSource(text));
    // What several ways share is made beforehand: no single one pays for it.
    for (const source of sources) source.words();
    const startMs = performance.now();
    for (const source of sources) reading.read(source);
    costs.set(reading.name, (1_000 * (performance.now() - startMs)) / Math.max(1, texts.length));
  }
  return costs;
}
