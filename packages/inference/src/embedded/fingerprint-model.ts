import { createHash } from 'node:crypto';
import { graphFile } from './read-graph.ts';
import type { ModelManifest } from './read-model-manifest.ts';

/** A name for a model that changes with its files and with everything else that affects its results. */
export function fingerprintModel(manifest: ModelManifest, deciding: readonly unknown[]): string {
  const all = [graphFile(manifest).entry.sha256, manifest.files['vocab.txt'].sha256, ...deciding];
  const digest = createHash('sha256').update(JSON.stringify(all)).digest('hex');
  return `${manifest.name}@${digest.slice(0, 12)}`;
}
