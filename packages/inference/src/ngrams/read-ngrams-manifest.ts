import { createHash } from 'node:crypto';
import { z } from 'zod';
import { readModelManifest } from '../embedded/read-model-manifest.ts';

/** How texts become features; a change of it changes the scores of every model. */
const ngramRules = 1;

const probability = z.number().min(0).max(1);
const labelSchema = z
  .object({
    scale: z.number().positive().max(100),
    bias: z.number().min(-100).max(100),
    pass: probability,
    stop: probability,
  })
  .refine(({ pass, stop }) => pass <= stop, { message: 'pass is above stop' });

const manifestSchema = z.object({
  name: z.string().regex(/^[\w.-]{1,80}$/),
  kind: z.literal('ngrams'),
  rules: z.literal(ngramRules),
  buckets: z
    .int()
    .min(2)
    .max(1 << 22)
    .refine((count) => (count & (count - 1)) === 0, { message: 'is not a power of two' }),
  labels: z.object({ attack: labelSchema, unsafe: labelSchema }),
  files: z.object({
    'weights.bin': z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.int().positive() }),
  }),
});

export type NgramsManifest = z.infer<typeof manifestSchema>;

export async function readNgramsManifest(folder: string): Promise<NgramsManifest> {
  return await readModelManifest(folder, manifestSchema);
}

/** A name that changes with everything that decides the scores and the lines. */
export function nameNgrams({ name, rules, labels, files }: NgramsManifest): string {
  const deciding = JSON.stringify([rules, labels, files['weights.bin'].sha256]);
  return `${name}@${createHash('sha256').update(deciding).digest('hex').slice(0, 12)}`;
}
