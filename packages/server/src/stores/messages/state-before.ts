import type { Operation } from '../sql/operation.ts';
import { goesOn, type Journal } from './journal-writes.ts';
import type { EncodedMessage } from './message-columns.ts';
import type { MessageStatements, StoredState } from './message-statements.ts';
import type { AdmitCall, FinishCall } from './record-calls.ts';

interface BeforeParts {
  /** Of this process; null: no other shares the records. */
  readonly nodeId: string | null;
  readonly statements: MessageStatements;
  readonly journal: Journal;
}

export type Obstacle = 'already_ended' | 'unreachable_state' | 'journal_gap' | 'claim_lost';

export const keyOf = ({ clear }: EncodedMessage) => [clear.tenant_id, clear.message_id] as const;

/** The stored state of a message before it ends or goes into review. */
export interface Before {
  readonly stored: StoredState | null;
  /** Of its journal; 0: it has none. */
  readonly lastSeq: number;
  /** The idempotency key of the message was freed, because its node was taken for dead. */
  readonly isClaimLost: boolean;
}

/** A message that was not admitted has no journal, so none is looked up. */
export function* readBefore(parts: BeforeParts, { message, claim }: FinishCall): Operation<Before> {
  const key = keyOf(message);
  const { stored, isClaimLost } = yield* readState(parts, message, claim);
  const lastSeq = stored === null ? 0 : yield* parts.journal.lastSeq(key);
  return { stored, lastSeq, isClaimLost };
}

/**
 * Only nodes that share the records can lose a key while they answer. Keys are freed and claimed under the same lock, so that
 * a key that is still held here is held until the commit.
 */
export function* readState(
  { statements, nodeId }: Pick<BeforeParts, 'statements' | 'nodeId'>,
  message: EncodedMessage,
  claim: AdmitCall['claim'],
): Operation<Pick<Before, 'stored' | 'isClaimLost'>> {
  const key = keyOf(message);
  if (nodeId === null || claim === null)
    return { stored: yield* statements.findState.first(...key), isClaimLost: false };
  const found = yield* statements.findStateAndClaim.first(...key, claim.route, claim.key);
  const { claimed_by: claimedBy = null, ...state } = found ?? {};
  return {
    stored: found === null || found.status === null ? null : (state as StoredState),
    isClaimLost: claimedBy !== key[1],
  };
}

/** Why a message cannot end or go into review like this, or null if it can. */
export function findObstacle(
  { nodeId }: Pick<BeforeParts, 'nodeId'>,
  { stored, lastSeq, isClaimLost }: Before,
  call: FinishCall,
): Obstacle | null {
  // The request may have been answered under its key by another node: then this would be a second answer.
  if (stored === null && isClaimLost) return 'claim_lost';
  if (stored !== null) {
    const { clear } = call.message;
    // If another node has taken it over, that node ends it; anyone may cancel it.
    const isAnothers = stored.node_id !== null && stored.node_id !== nodeId && clear.status !== 'cancelled';
    if (stored.leaf_index !== null || isAnothers) return 'already_ended';
    const isSameMessage =
      stored.thread_id === clear.thread_id && stored.created_at_ms === clear.created_at_ms;
    if (!isSameMessage || !call.reachableFrom.includes(stored.status)) return 'unreachable_state';
  }
  return goesOn(call.journal, lastSeq) ? null : 'journal_gap';
}
