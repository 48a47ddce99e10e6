import { type AuditProof, formatTime } from '@avow/contract';
import type { MessageId } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';
import type { Handler } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/message-id-of.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendTagged } from '../../../http/send-tagged.ts';
import type { RecordProof } from '../audit-log.ts';
import type { LogRoutes } from './log-route.ts';

/** `GET /v1/messages/{message_id}/audit/proof` */
export function getAuditProof({ auditLog, clock }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const messageId = messageIdOf(request);
    const proof = await auditLog.proveRecord(tenantId, messageId);
    if (proof === 'unknown') throw new AppError('not_found');
    if (proof === 'unfinished')
      throw new AppError('invalid_state', {
        detail: 'The message is logged when it has ended. Try again later.',
      });
    const body = proofToWire(messageId, proof, await auditLog.verifierKey(tenantId));
    return sendTagged(request, reply, {
      body: JSON.stringify(body),
      mediaType: 'application/json',
      cacheControl: 'no-store',
      // The access is on the log before the proof is shown, since the proof opens what the log commits to.
      beforeShown: () =>
        auditLog.note(tenantId, {
          ...{ kind: 'access', subject: messageId, state: 'proved', details: [] },
          ...{ atMs: clock.nowMs(), actor: callerId },
        }),
    });
  };
}

const placeToWire = ({ leafIndex, leafHash }: LogPlace) => ({ leaf_index: leafIndex, leaf_hash: leafHash });

function proofToWire(messageId: MessageId, proof: RecordProof, verifierKey: string): AuditProof {
  const { size, root, note, createdAtMs } = proof.checkpoint;
  return {
    message_id: messageId as AuditProof['message_id'],
    ...placeToWire(proof.place),
    entry: proof.entryText,
    salts: proof.salts.length === 0 ? null : Object.fromEntries(proof.salts),
    checkpoint: { size, root, note, created_at: formatTime(createdAtMs) },
    inclusion: [...proof.inclusion],
    events: proof.events.map((event) => ({
      ...placeToWire(event),
      entry: event.text,
      inclusion: [...event.inclusion],
    })),
    verifier_key: verifierKey,
  };
}
