import { openArchive } from './open-archive.ts';

const busyTimeoutMs = 5000;

/** Whether a master key opens any tenant's key, or there are no keys yet. A damaged key is reported by verification. */
export function opensTenantKeys(directory: string, masterKey: Uint8Array): boolean {
  const archive = openArchive({ directory, masterKey, busyTimeoutMs });
  try {
    const keys = archive.listTenants().map((tenantId) => archive.keyOf(tenantId));
    return keys.includes('kept') || !keys.includes('damaged');
  } finally {
    archive.close();
  }
}
