import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a manifest that describes the files of a folder as they are, with these members. */
export function writeModelManifest(folder: string, members: Readonly<Record<string, unknown>>): void {
  const present = ['model.onnx', 'model.onnx.zst', 'vocab.txt'].filter((name) =>
    existsSync(join(folder, name)),
  );
  const files = present.map((name) => {
    const bytes = readFileSync(join(folder, name));
    return [name, { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length }];
  });
  const whole = { files: Object.fromEntries(files), ...members };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(whole, null, 2));
}
