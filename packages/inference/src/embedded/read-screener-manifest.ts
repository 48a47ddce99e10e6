import { z } from 'zod';
import { fingerprintModel } from './fingerprint-model.ts';
import { modelManifestSchema, readModelManifest } from './read-model-manifest.ts';
import { screeningRules } from './screening-rules.ts';

const { overlapTokens, unsafeKinds, nameKinds } = screeningRules;
const temperature = z.number().min(0.01).max(100).default(1);

/** The manifest of a screening model. */
const manifestSchema = modelManifestSchema.extend({
  kind: z.literal('screener'),
  /** Of one sequence. With fewer, two windows have hardly anything but what they have in common. */
  tokens_max: z.int().min(96).max(8_192),
  window_overlap: z.literal(overlapTokens),
  unsafe_kinds: outputsNamed(unsafeKinds),
  tags: outputsNamed(['O', ...nameKinds.flatMap((kind) => [`B-${kind}`, `I-${kind}`])]),
  /** What logits are divided by before they become probabilities. */
  injection_temperature: temperature,
  unsafe_temperature: temperature,
  tags_temperature: temperature,
});

/** With any others, the numbers of the model would be taken for what they are not. */
function outputsNamed(names: readonly string[]) {
  return z.array(z.string()).refine((given) => JSON.stringify(given) === JSON.stringify(names), {
    message: `must be ${names.join(', ')}, in this order`,
  });
}

export type ScreenerManifest = z.infer<typeof manifestSchema>;

export async function readScreenerManifest(folder: string): Promise<ScreenerManifest> {
  return await readModelManifest(folder, manifestSchema);
}

/** A name that changes with everything that decides the screenings. */
export function nameScreenings(manifest: ScreenerManifest): string {
  return fingerprintModel(manifest, [
    ...[manifest.lower_case, manifest.tokens_max],
    ...[manifest.injection_temperature, manifest.unsafe_temperature, manifest.tags_temperature],
    screeningRules,
  ]);
}
