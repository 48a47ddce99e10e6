import { wholeContent } from '@avow/audit';
import type { ArchivedMessage, OpenedContent } from '../../interfaces/archive.ts';
import { factsField, saltOf } from '../sealing/make-entry.ts';
import { unpackEnvelope } from '../sealing/pack-envelope.ts';
import { factsSecret, personOf, secretBytes, wrapSecret } from '../sealing/record-secret.ts';
import { openBytes } from '../sealing/seal-bytes.ts';
import {
  type ClearValues,
  committedFields,
  endUserPart,
  factsOf,
  firstEnvelopePart,
  firstSaltPart,
  type SealedColumns,
} from './message-columns.ts';

/** Which rows hold a message's secret and content, as it says itself. */
type Held = readonly [secretNo: number | null, contentNo: number | null];

/** A message behind its entry; all null where there is none. */
export type ArchivedColumns = readonly [...Held, ...SealedColumns];

/** Positions in `ArchivedColumns`. */
const at = { messageId: 2, threadId: 3, status: 4, person: 10, contentState: 11, createdAtMs: 12 } as const;
const heldLength = 2;
const clearLength = 18;

const whether = (row: number | null, found: Uint8Array | null) => {
  if (row === null) return 'none';
  return found === null ? 'lost' : 'kept';
};

/** `key`: the tenant's, as far as it can be had. */
export function archivedMessage(columns: ArchivedColumns, key: Uint8Array | null): ArchivedMessage {
  const [secretNo, contentNo] = columns;
  const [leafHash, wrapped, content] = columns.slice(-3) as [
    string | null,
    Uint8Array | null,
    Uint8Array | null,
  ];
  const clear = columns.slice(heldLength, heldLength + clearLength) as unknown as ClearValues;
  const messageId = columns[at.messageId];
  const person = columns[at.person];
  const contentState = columns[at.contentState];
  return {
    messageId,
    threadId: columns[at.threadId],
    status: columns[at.status],
    createdAtMs: columns[at.createdAtMs],
    contentState,
    leafHash,
    person,
    facts: factsOf(clear),
    secret: whether(secretNo, wrapped),
    content: whether(contentNo, content),
    open: () => {
      if (key === null || content === null || wrapped?.length !== secretBytes) return null;
      return openContent({ key, messageId, wrapped, content, contentState, person });
    },
    factsSalt: () => (key === null ? '' : saltOf(factsSecret(key, messageId), factsField)),
  };
}

interface SealedContent {
  readonly key: Uint8Array;
  readonly messageId: string;
  readonly wrapped: Uint8Array;
  readonly content: Uint8Array;
  readonly contentState: string;
  readonly person: string | null;
}

function openContent({
  key,
  messageId,
  wrapped,
  content,
  contentState,
  person,
}: SealedContent): OpenedContent | null {
  const secret = wrapSecret(key, messageId, wrapped);
  const plain = openBytes(secret, 'content', content);
  const parts = plain === null ? null : unpackEnvelope(plain.toString('utf8'));
  if (parts === null) return null;
  const endUserId = parts.find(([name]) => name === endUserPart)?.[1] ?? null;
  const isPersonRight = person === (endUserId === null ? null : personOf(key, endUserId));
  // Leaves of before commit to the whole envelope, by a salt that is sealed with it.
  const firstSalt = parts.find(([name]) => name === firstSaltPart)?.[1];
  const whole = parts.find(([name]) => name === firstEnvelopePart)?.[1];
  if (firstSalt !== undefined && whole !== undefined) {
    return { fields: [[wholeContent, whole]], saltOf: () => firstSalt, isPersonRight };
  }
  const fields = committedFields(parts, contentState);
  return { fields, saltOf: (name) => saltOf(secret, name), isPersonRight };
}
