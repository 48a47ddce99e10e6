import type { PackId, PackVersion, TenantId } from '@avow/foundation';
import type { VersionDescription, VersionFile } from '@avow/search';

/** A published version as the search index of the node that published it has it. */
export interface SharedVersion extends VersionDescription {
  /** The encoder of which every passage has a vector; null: some have none yet. */
  readonly encoder: string | null;
}

/** The files of published versions where all nodes find them. */
export interface SharedVersions {
  /** Stores what is not stored yet, and then the version itself. To be called under the lock of the pack. */
  put(
    tenantId: TenantId,
    pack: PackVersion,
    version: SharedVersion,
    read: (name: string) => AsyncIterable<Uint8Array>,
  ): Promise<void>;
  get(tenantId: TenantId, pack: PackVersion): Promise<SharedVersion | null>;
  /** In order. Ends early if pieces are missing. */
  readFile(tenantId: TenantId, packId: PackId, file: VersionFile): AsyncIterable<Uint8Array>;
  /** Removes all other versions of the pack, and the files that only they had. Under the lock of the pack. */
  keep(tenantId: TenantId, packId: PackId, versions: readonly number[]): Promise<void>;
}
