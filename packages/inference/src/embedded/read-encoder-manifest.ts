import { z } from 'zod';
import { fingerprintModel } from './fingerprint-model.ts';
import { modelManifestSchema, readModelManifest } from './read-model-manifest.ts';

/** The manifest of an encoder. */
const manifestSchema = modelManifestSchema.extend({
  /** The kind of model. Both are graphs and run the same way. */
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

/** A name that changes with everything that affects the vectors. */
export function nameVectors(manifest: EncoderManifest): string {
  return fingerprintModel(manifest, [
    ...[manifest.pooling, manifest.normalise, manifest.lower_case, manifest.tokens_max],
    ...[manifest.question_prefix, manifest.passage_prefix],
  ]);
}
