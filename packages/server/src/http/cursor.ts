import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { TenantId } from '@avow/foundation';
import { AppError } from '@avow/foundation';

/** A filtered list. The filter identifies the list: two different lists must not share one. */
export interface CursorList {
  readonly tenantId: TenantId;
  readonly filter: string;
}

/** Positions in a list, bound to the tenant and the filter that they were issued for. */
export interface Cursors {
  /** `place` names the last entry that was shown. */
  write(place: CursorList & { readonly place: string }): string;
  /** Throws `invalid_cursor` for anything that this service did not issue for this list. */
  read(cursor: string, list: CursorList): string;
}

const macBytes = 16;

export function createCursors(secret: KeyObject): Cursors {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'avow list cursors', 32)));
  // A JSON array separates the parts unambiguously.
  const sign = (parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, macBytes);

  return {
    write: ({ tenantId, filter, place }) => {
      const mac = sign([tenantId, filter, place]);
      return Buffer.concat([mac, Buffer.from(place)]).toString('base64url');
    },
    read: (cursor, { tenantId, filter }) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const place = bytes.subarray(macBytes).toString();
      const canonical = bytes.toString('base64url') === cursor && bytes.length > macBytes;
      if (!canonical || !timingSafeEqual(bytes.subarray(0, macBytes), sign([tenantId, filter, place]))) {
        throw new AppError('invalid_cursor', {
          detail: 'The cursor was not issued for this list. Start again without it.',
        });
      }
      return place;
    },
  };
}
