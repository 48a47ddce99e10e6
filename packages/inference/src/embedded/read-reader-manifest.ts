import { z } from 'zod';
import { fingerprintModel } from './fingerprint-model.ts';
import { modelManifestSchema, readModelManifest } from './read-model-manifest.ts';
import { readingRules } from './reading-rules.ts';

/** The manifest of a reading model. */
const manifestSchema = modelManifestSchema.extend({
  kind: z.literal('reader'),
  /** Of one sequence. With fewer, a question and its context leave no room for two windows to overlap. */
  tokens_max: z.int().min(320).max(8_192),
  /** What logits are divided by before they become probabilities. */
  judge_temperature: z.number().min(0.01).max(100).default(1),
});

export type ReaderManifest = z.infer<typeof manifestSchema>;

export async function readReaderManifest(folder: string): Promise<ReaderManifest> {
  return await readModelManifest(folder, manifestSchema);
}

/** A name that changes with everything that decides the scores. */
export function nameScores(manifest: ReaderManifest): string {
  return fingerprintModel(manifest, [
    ...[manifest.lower_case, manifest.tokens_max, manifest.judge_temperature],
    readingRules,
  ]);
}
