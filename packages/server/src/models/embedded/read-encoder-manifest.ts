import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors/user-error.ts';
import { readNamedFile } from './read-named-file.ts';

const fileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
});

/** What an encoder's folder says of its files. Members that are not known here are left to others. */
const manifestSchema = z.object({
  name: z.string().regex(/^[\w.-]{1,80}$/),
  /** How it came about. Both are graphs, and run alike. */
  kind: z.enum(['transformer', 'static']),
  dimensions: z.int().min(1).max(4_096),
  /** How the vectors of the tokens become one; `none`: the model does it. */
  pooling: z.enum(['cls', 'mean', 'none']),
  /** False: the model's vectors are of length 1 as they come. */
  normalise: z.boolean(),
  lower_case: z.boolean(),
  tokens_max: z.int().min(8).max(8_192),
  question_prefix: z.string().max(500),
  passage_prefix: z.string().max(500),
  files: z.object({ 'model.onnx': fileSchema, 'vocab.txt': fileSchema }),
});

export type EncoderManifest = z.infer<typeof manifestSchema>;

const manifestName = 'manifest.json';
const manifestBytesMax = 64 * 1024;

export async function readEncoderManifest(folder: string): Promise<EncoderManifest> {
  const path = join(folder, manifestName);
  const text = (await readNamedFile(path, { bytesMax: manifestBytesMax })).toString('utf8');
  const parsed = manifestSchema.safeParse(parseJson(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`${path} cannot be used: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

/** A name that changes with everything that decides the vectors. */
export function nameVectors(manifest: EncoderManifest): string {
  const deciding = [
    manifest.files['model.onnx'].sha256,
    manifest.files['vocab.txt'].sha256,
    ...[manifest.pooling, manifest.normalise, manifest.lower_case, manifest.tokens_max],
    ...[manifest.question_prefix, manifest.passage_prefix],
  ];
  const digest = createHash('sha256').update(JSON.stringify(deciding)).digest('hex');
  return `${manifest.name}@${digest.slice(0, 12)}`;
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path} cannot be used: it is not JSON`, { cause: error });
  }
}
