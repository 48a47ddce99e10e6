import type { Operation } from '@avow/storage';
import { goesOn } from './journal-writes.ts';
import type { EncodedMessage } from './message-columns.ts';
import type { AdmissionRows, EndRows } from './message-rows.ts';
import type { MessageStatements, StoredState } from './message-statements.ts';

interface BeforeParts {
  /** Of this process; null: no other shares the records. */
  readonly nodeId: string | null;
  /** Whether a new message is taken to be one, and its key to be held, unless the server finds otherwise; null: never. */
  readonly mayAssume: (() => boolean) | null;
  readonly statements: MessageStatements;
}

export type Obstacle = 'already_ended' | 'unreachable_state' | 'journal_gap' | 'claim_lost';

export const keyOf = ({ clear }: EncodedMessage) => [clear.tenant_id, clear.message_id] as const;

/** The stored state of a message before it is admitted, ends or goes into review. */
export interface Before {
  readonly stored: StoredState | null;
  /** Of its journal; 0: it has none. */
  readonly lastSeq: number;
  /** The idempotency key of the message was freed, because its node was taken for dead. */
  readonly isClaimLost: boolean;
}

const nothing: Before = { stored: null, lastSeq: 0, isClaimLost: false };

/**
 * Only nodes that share the records can lose a key while they answer. Keys are freed and claimed under the same lock, so that
 * a key that is still held here is held until the commit.
 */
export function* readBefore(
  { statements, nodeId, mayAssume }: BeforeParts,
  { message, claim }: AdmissionRows,
  isNew: boolean,
): Operation<Before> {
  const key = keyOf(message);
  const isShared = nodeId !== null && claim !== null;
  if (isNew && mayAssume?.() === true) {
    if (isShared) yield* statements.assumeClaim.put(key[0], claim.route, claim.key, key[1]);
    return nothing;
  }
  const found = yield* statements.findBefore.first(...key, claim?.route ?? null, claim?.key ?? null);
  if (found === null) return nothing;
  const { claimed_by: claimedBy, last_seq: lastSeq, ...state } = found;
  return {
    stored: state.status === null ? null : (state as StoredState),
    lastSeq,
    isClaimLost: isShared && claimedBy !== key[1],
  };
}

/** Why a message cannot end or go into review like this, or null if it can. */
export function findObstacle(
  { nodeId }: Pick<BeforeParts, 'nodeId'>,
  { stored, lastSeq, isClaimLost }: Before,
  end: EndRows,
): Obstacle | null {
  // The request may have been answered under its key by another node: then this would be a second answer.
  if (stored === null && isClaimLost) return 'claim_lost';
  if (stored !== null) {
    const { clear } = end.message;
    // If another node has taken it over, that node ends it; anyone may cancel it.
    const isAnothers = stored.node_id !== null && stored.node_id !== nodeId && clear.status !== 'cancelled';
    if (stored.leaf_index !== null || isAnothers) return 'already_ended';
    const isSameMessage =
      stored.thread_id === clear.thread_id && stored.created_at_ms === clear.created_at_ms;
    if (!isSameMessage || !end.reachableFrom.includes(stored.status)) return 'unreachable_state';
  }
  return goesOn(end.journal, lastSeq) ? null : 'journal_gap';
}
