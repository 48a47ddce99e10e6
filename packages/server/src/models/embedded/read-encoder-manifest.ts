import { z } from 'zod';
import { nameByContent } from './name-by-content.ts';
import { modelManifestSchema, readModelManifest } from './read-model-manifest.ts';

/** What an encoder's folder says of its files. */
const manifestSchema = modelManifestSchema.extend({
  /** How it came about. Both are graphs, and run alike. */
  kind: z.enum(['transformer', 'static']),
  dimensions: z.int().min(1).max(4_096),
  /** How the vectors of the tokens become one; `none`: the model does it. */
  pooling: z.enum(['cls', 'mean', 'none']),
  /** False: the model's vectors are of length 1 as they come. */
  normalise: z.boolean(),
  tokens_max: z.int().min(8).max(8_192),
  question_prefix: z.string().max(500),
  passage_prefix: z.string().max(500),
});

export type EncoderManifest = z.infer<typeof manifestSchema>;

export async function readEncoderManifest(folder: string): Promise<EncoderManifest> {
  return await readModelManifest(folder, manifestSchema);
}

/** A name that changes with everything that decides the vectors. */
export function nameVectors(manifest: EncoderManifest): string {
  return nameByContent(manifest, [
    ...[manifest.pooling, manifest.normalise, manifest.lower_case, manifest.tokens_max],
    ...[manifest.question_prefix, manifest.passage_prefix],
  ]);
}
