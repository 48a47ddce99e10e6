import { createViewSource } from '@avow/guardrails/testing';
import { allReadings } from '@avow/guardrails/testing/checks';

/** The mean time of each reading on a text without disguises, in microseconds. */
export function timeReadings(texts: readonly string[]): ReadonlyMap<string, number> {
  const costs = new Map<string, number>();
  for (const reading of allReadings.flat()) {
    const sources = texts.map((text) => createViewSource(text));
    // Shared values are computed beforehand, so that no single reading is charged for them.
    for (const source of sources) source.words();
    const startMs = performance.now();
    for (const source of sources) reading.read(source);
    costs.set(reading.name, (1_000 * (performance.now() - startMs)) / Math.max(1, texts.length));
  }
  return costs;
}
