import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import type { TenantId } from '../interfaces/identity.ts';

/** A list, as narrowed: no two of them may have the same filter. */
export interface CursorList {
  readonly tenantId: TenantId;
  readonly filter: string;
}

/** A place in a list, bound to the tenant and to the filters it was given out for. */
export interface Cursors {
  /** `place` names the last entry that was shown. */
  write(place: CursorList & { readonly place: string }): string;
  /** The place again. Throws `invalid_cursor` for whatever this service did not give out for just this list. */
  read(cursor: string, list: CursorList): string;
}

const macBytes = 16;

export function createCursors(secret: KeyObject): Cursors {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'avow list cursors', 32)));
  // A JSON array keeps the parts apart whatever they contain.
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
          detail: 'The cursor was not given out for this list. Start again without it.',
        });
      }
      return place;
    },
  };
}
