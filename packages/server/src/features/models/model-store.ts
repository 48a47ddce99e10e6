import type { CallerId } from '@avow/foundation';

/** The models as they are kept: what they are and their keys, sealed together. */
export interface StoredModels {
  /** Counts up from 1. */
  readonly revision: number;
  readonly sealed: Uint8Array;
  readonly createdAtMs: number;
  readonly createdBy: CallerId;
}

/** The language models that were set without a file. Only the last are kept: keys that are not used are nowhere. */
export interface ModelStore {
  currentModels(): Promise<StoredModels | null>;
  /** `conflict`: others were set in the meantime. */
  putModels(models: StoredModels): Promise<'put' | 'conflict'>;
}
