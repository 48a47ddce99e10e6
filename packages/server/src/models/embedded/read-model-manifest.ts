import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../errors/user-error.ts';
import { readNamedFile } from './read-named-file.ts';

const fileSchema = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
});

/** What the folder of every model says. Members that are not known here are left to others. */
export const modelManifestSchema = z.object({
  name: z.string().regex(/^[\w.-]{1,80}$/),
  lower_case: z.boolean(),
  files: z.object({ 'model.onnx': fileSchema, 'vocab.txt': fileSchema }),
});

export type ModelManifest = z.infer<typeof modelManifestSchema>;

const manifestName = 'manifest.json';
const manifestBytesMax = 64 * 1024;

export async function readModelManifest<Manifest>(
  folder: string,
  schema: z.ZodType<Manifest>,
): Promise<Manifest> {
  const path = join(folder, manifestName);
  const text = (await readNamedFile(path, { bytesMax: manifestBytesMax })).toString('utf8');
  const parsed = schema.safeParse(parseJson(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`${path} cannot be used: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path} cannot be used: it is not JSON`, { cause: error });
  }
}
