import type { Readers } from '../connector.ts';
import { listAt, textAt, valueAt } from '../json.ts';
import { principalNamed } from '../readers.ts';
import type { GoogleApi } from './google-api.ts';

/** The fields of a permission that say whom it admits. */
export const permissionFields = 'id,type,emailAddress,domain,view,deleted';

/** Reads who may read a file. Permissions that may not be read admit nobody. */
export type ReadReaders = (file: unknown, signal: AbortSignal) => Promise<Readers>;

/**
 * Lists have the permissions of files in a person's drive, and only their ids in a shared drive. An id stands for the same
 * person or group in all files, so that few requests are needed.
 */
export function createReadReaders(api: GoogleApi): ReadReaders {
  const principals = new Map<string, string>();

  function levelOf(permissions: readonly unknown[]): string[] {
    const level = new Set<string>();
    for (const permission of permissions) {
      const principal = principalFor(permission);
      if (principal === null) continue;
      level.add(principal);
      const id = textAt(permission, 'id');
      if (id !== null) principals.set(id, principal);
    }
    return [...level];
  }

  return async (file, signal) => {
    if (valueAt(file, 'permissions') !== undefined) return [levelOf(listAt(file, 'permissions'))];
    const ids = listAt(file, 'permissionIds').map(String);
    const known = ids.map((id) => principals.get(id)).filter((principal) => principal !== undefined);
    if (ids.length > 0 && known.length === ids.length) return [[...new Set(known)]];
    const path = `files/${encodeURIComponent(textAt(file, 'id') ?? '')}/permissions`;
    const fields = `permissions(${permissionFields})`;
    const found = await api.find(
      api.url(path, { fields, pageSize: '100', supportsAllDrives: 'true' }),
      signal,
    );
    return [levelOf(listAt(found, 'permissions'))];
  };
}

function principalFor(permission: unknown): string | null {
  // A permission for a view shows a draft or the name of a file, not the file.
  if (valueAt(permission, 'deleted') === true || textAt(permission, 'view') !== null) return null;
  const email = textAt(permission, 'emailAddress')?.toLowerCase() ?? null;
  switch (textAt(permission, 'type')) {
    case 'group':
      return principalNamed('group', email);
    case 'user':
      return principalNamed('user', email);
    case 'domain':
      return principalNamed('domain', textAt(permission, 'domain'));
    case 'anyone':
      return 'anyone';
    default:
      return null;
  }
}
