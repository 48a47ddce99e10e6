import type { Row } from '@avow/storage';
import { openText, sealBytes } from '@avow/storage/sealing';
import type { Handover } from '../handover-store.ts';
import type { handovers } from './handover-tables.ts';

export type HandoverColumns = Row<typeof handovers>;

export function sealHandover({ email, posts }: Handover, secret: Uint8Array): Buffer {
  return sealBytes(secret, 'handover', JSON.stringify({ email, posts }));
}

/** Throws if it was sealed under another secret. */
export function openHandover(row: HandoverColumns, secret: Uint8Array): Handover {
  const said: Pick<Handover, 'email' | 'posts'> = JSON.parse(openText(secret, 'handover', row.sealed));
  return {
    messageId: row.message_id,
    threadId: row.thread_id,
    state: row.state,
    revision: row.revision,
    ...said,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
