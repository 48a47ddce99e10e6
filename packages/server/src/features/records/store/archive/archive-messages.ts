import type { ArchivedMessage, OpenedContent } from '@avow/ledger/verification';
import { wholeContent } from '@avow/ledger-log/entries';
import { factsSecret, openBytes, personOf, recordSecretBytes, wrapSecret } from '@avow/storage/sealing';
import { saltOf } from '../../../log/store/make-entry.ts';
import {
  committedFields,
  endUserPart,
  firstEnvelopePart,
  firstSaltPart,
  type SealedMessage,
  spellFacts,
} from '../message-columns.ts';
import { unpackEnvelope } from '../pack-envelope.ts';

/** A message next to its log entry. It names the rows of its secret and its content. */
export interface ArchivedColumns extends SealedMessage {
  readonly secret_no: number | null;
  readonly content_no: number | null;
}

const whether = (row: number | null, found: Uint8Array | null) => {
  if (row === null) return 'none';
  return found === null ? 'lost' : 'kept';
};

/** `key`: the tenant's, if available. */
export function archivedMessage(row: ArchivedColumns, key: Uint8Array | null): ArchivedMessage {
  const { message_id: messageId, end_user_id: person, content_state: contentState } = row;
  const { secret: wrapped, content } = row;
  return {
    messageId,
    threadId: row.thread_id,
    status: row.status,
    createdAtMs: row.created_at_ms,
    contentState,
    leafHash: row.leaf_hash,
    person,
    facts: spellFacts(row),
    rules: row.rules,
    secret: whether(row.secret_no, wrapped),
    content: whether(row.content_no, content),
    open: () => {
      if (key === null || content === null || wrapped?.length !== recordSecretBytes) return null;
      return openContent({ key, messageId, wrapped, content, contentState, person, audience: row.audience });
    },
    lastingSalt: (name) => (key === null ? '' : saltOf(factsSecret(key, messageId), name)),
  };
}

interface SealedContent {
  readonly key: Uint8Array;
  readonly messageId: string;
  readonly wrapped: Uint8Array;
  readonly content: Uint8Array;
  readonly contentState: string;
  readonly person: string | null;
  readonly audience: string | null;
}

function openContent({
  key,
  messageId,
  wrapped,
  content,
  contentState,
  person,
  audience,
}: SealedContent): OpenedContent | null {
  const secret = wrapSecret(key, messageId, wrapped);
  const plain = openBytes(secret, 'content', content, audience);
  const parts = plain === null ? null : unpackEnvelope(plain.toString('utf8'));
  if (parts === null) return null;
  const endUserId = parts.find(([name]) => name === endUserPart)?.[1] ?? null;
  const isPersonRight = person === (endUserId === null ? null : personOf(key, endUserId));
  // Legacy leaves commit to the whole envelope, by a salt that is sealed with it.
  const firstSalt = parts.find(([name]) => name === firstSaltPart)?.[1];
  const whole = parts.find(([name]) => name === firstEnvelopePart)?.[1];
  if (firstSalt !== undefined && whole !== undefined) {
    return { fields: [[wholeContent, whole]], saltOf: () => firstSalt, isPersonRight };
  }
  const fields = committedFields(parts, contentState);
  return { fields, saltOf: (name) => saltOf(secret, name), isPersonRight };
}
