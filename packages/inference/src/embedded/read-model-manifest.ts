import { join } from 'node:path';
import { UserError } from '@avow/foundation';
import { parseStrictJson } from '@avow/text';
import { z } from 'zod';
import { readLimitedFile } from './read-limited-file.ts';

const fileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
});

/** The members that every manifest has. Unknown members are ignored. */
export const modelManifestSchema = z.object({
  name: z.string().regex(/^[\w.-]{1,80}$/),
  lower_case: z.boolean(),
  files: z
    .object({
      'model.onnx': fileSchema.optional(),
      'model.onnx.zst': fileSchema.optional(),
      'vocab.txt': fileSchema,
    })
    .refine((files) => (files['model.onnx'] === undefined) !== (files['model.onnx.zst'] === undefined), {
      path: ['model.onnx'],
      message: 'either it or model.onnx.zst is needed',
    }),
});

export type ModelManifest = z.infer<typeof modelManifestSchema>;

const manifestName = 'manifest.json';
const manifestBytesMax = 64 * 1024;

export async function readModelManifest<Manifest>(
  folder: string,
  schema: z.ZodType<Manifest>,
): Promise<Manifest> {
  const path = join(folder, manifestName);
  const text = (await readLimitedFile(path, { bytesMax: manifestBytesMax })).toString('utf8');
  const parsed = schema.safeParse(parseJson(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`${path} cannot be used: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    throw new UserError(`${path} cannot be used: it is not JSON`, { cause: error });
  }
}
