import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a model's manifest says of how it came about, as far as a figure must be read in its light. */
export interface ModelFacts {
  /** Where a span's score must be above the score of no answer by this much; null where the manifest does not say. */
  readonly noAnswerLine: number | null;
  /** What was never trained on: for each pool, the names of its parts. */
  readonly keptApart: Readonly<Record<string, readonly string[]>>;
}

export type TrainingStatus = 'unseen' | 'seen' | 'not said';

export function readModelFacts(folder: string): ModelFacts {
  const path = join(folder, 'manifest.json');
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(path, 'utf8'));
  const line = manifest['no_answer_line'];
  const kept = Object.entries(manifest['kept_apart'] ?? {});
  for (const [pool, names] of kept)
    if (!Array.isArray(names) || names.some((name) => typeof name !== 'string'))
      throw new Error(`${path}: kept_apart.${pool} must be a list of names`);
  return {
    noAnswerLine: typeof line === 'number' ? line : null,
    keptApart: Object.fromEntries(kept),
  };
}

/** `seen`: other rows of the same part were trained on. `not said`: the manifest does not speak of the pool. */
export function trainingStatus(
  { keptApart }: ModelFacts,
  { pool, part }: { readonly pool: string; readonly part: string },
): TrainingStatus {
  const names = keptApart[pool];
  if (names === undefined) return 'not said';
  return names.includes(part) ? 'unseen' : 'seen';
}
