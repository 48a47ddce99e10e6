/** Where content comes from that others keep: its kinds, connections, credentials and syncs. */

// Sources and their syncs.

export {
  type CreateSourceRequest,
  createSourceRequestSchema,
  deleteSourceQuerySchema,
  type SourceEntry,
  type SyncOutcome,
  type SyncSourceRequest,
  sourceLimits,
  syncSourceRequestSchema,
  type UpdateSourceRequest,
  updateSourceRequestSchema,
} from './sources/source.ts';

// Connections.

export { type SourceConnection, type SourceKind, sourceKinds } from './sources/source-connection.ts';
export { credentialsFault, type SourceCredentials } from './sources/source-credentials.ts';
