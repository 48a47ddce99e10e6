import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Facts in a model's manifest that matter for interpreting figures. */
export interface ModelFacts {
  /** By how much the score of a span must exceed that of no answer; null if the manifest does not say. */
  readonly noAnswerLine: number | null;
  /** Data never used for training: the names of the held-out parts of each pool. */
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

/** `seen`: other rows of the part were used for training. `not said`: the manifest does not mention the pool. */
export function trainingStatus(
  { keptApart }: ModelFacts,
  { pool, part }: { readonly pool: string; readonly part: string },
): TrainingStatus {
  const names = keptApart[pool];
  if (names === undefined) return 'not said';
  return names.includes(part) ? 'unseen' : 'seen';
}
