import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { AppError } from '../errors/app-error.ts';
import { suffixOf } from '../ids/typeid.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';

/** A place in a list, bound to the tenant and to the filters it was given out for. */
export interface Cursors {
  write(place: { readonly tenantId: TenantId; readonly filter: string; readonly before: MessageId }): string;
  /** Throws `invalid_cursor` for whatever this service did not give out for just this list. */
  read(cursor: string, list: { readonly tenantId: TenantId; readonly filter: string }): MessageId;
}

const macBytes = 16;

export function createCursors(secret: KeyObject): Cursors {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'avow list cursors', 32)));
  // A JSON array keeps the parts apart whatever they contain.
  const sign = (parts: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest().subarray(0, macBytes);

  return {
    write: ({ tenantId, filter, before }) => {
      const mac = sign([tenantId, filter, before]);
      return Buffer.concat([mac, Buffer.from(before)]).toString('base64url');
    },
    read: (cursor, { tenantId, filter }) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const before = bytes.subarray(macBytes).toString();
      const canonical = bytes.toString('base64url') === cursor;
      const suffix = suffixOf(before, ['msg']);
      if (
        !canonical ||
        suffix === null ||
        !timingSafeEqual(bytes.subarray(0, macBytes), sign([tenantId, filter, before]))
      ) {
        throw new AppError('invalid_cursor', {
          detail: 'The cursor was not given out for this list. Start again without it.',
        });
      }
      return `msg_${suffix}`;
    },
  };
}
