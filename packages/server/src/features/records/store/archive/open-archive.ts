import type { Archive } from '@avow/ledger/verification';

/** Where an archive is. It is handed to the threads that read it. */
export type ArchiveLocation =
  | {
      readonly engine: 'sqlite';
      readonly directory: string;
      readonly masterKey: Uint8Array;
      readonly busyTimeoutMs: number;
    }
  | { readonly engine: 'postgres'; readonly url: string; readonly masterKey: Uint8Array };

/** Opens a store read-only, next to processes that write. Only the engine that is needed is loaded. */
export async function openArchive(location: ArchiveLocation): Promise<Archive> {
  if (location.engine === 'sqlite')
    return (await import('./open-sqlite-archive.ts')).openSqliteArchive(location);
  return (await import('./open-postgres-archive.ts')).openPostgresArchive(location);
}

/** Whether the master key opens any tenant's key, or there are no keys yet. A damaged key is reported by verification. */
export function opensTenantKeys(archive: Archive): boolean {
  const keys = archive.listTenants().map((tenantId) => archive.keyOf(tenantId));
  return keys.includes('kept') || !keys.includes('damaged');
}
