import type { ModelManifest } from './read-model-manifest.ts';

/** The task of the process that prepares a graph. */
export interface PrepareRequest {
  readonly folder: string;
  readonly manifest: ModelManifest;
  readonly preparedFolder: string;
}

// Imported here, so that a native library that does not load ends this process like any other failure.
const { prepareGraph } = await import('./prepared-graph.ts');
await prepareGraph(JSON.parse(process.argv[2] ?? '') as PrepareRequest);
process.exit();
