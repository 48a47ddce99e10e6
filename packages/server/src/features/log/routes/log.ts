import type { OperationId } from '@avow/contract';
import {
  type AuditProof,
  consistencyQuerySchema,
  type LogConsistency,
  logKeyListQuerySchema,
} from '@avow/contract/records';
import { formatTime } from '@avow/contract/values';
import { AppError, type MessageId } from '@avow/foundation';
import type { LogPlace } from '@avow/ledger';
import type { FastifyRequest } from 'fastify';
import type { Handler } from '../../../http/handler.ts';
import { messageIdOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendTagged } from '../../../http/send-tagged.ts';
import { validateParameters } from '../../../http/validate.ts';
import type { RecordProof } from '../log.ts';
import { wireOfLogKeys } from '../log-keys.ts';
import {
  deleteAuditExport,
  downloadAuditExport,
  getAuditExport,
  type LogRoutes,
  listAuditExports,
  startAuditExport,
  startEvidence,
} from './exports.ts';
import { compareMoments, eraseLogReason, listLogEvents } from './log-events.ts';

/** The handlers of the operations on the log, by their ids. */
export function logHandlers(parts: LogRoutes) {
  return {
    getAuditProof: getAuditProof(parts),
    getReceipt: getReceipt(parts),
    getLogCheckpoint: getLogCheckpoint(parts),
    getLogKey: getLogKey(parts),
    listLogKeys: listLogKeys(parts),
    getLogTile: getLogTile(parts),
    getLogConsistency: getLogConsistency(parts),
    listLogEvents: listLogEvents(parts),
    compareMoments: compareMoments(parts),
    eraseLogReason: eraseLogReason(parts),
    startAuditExport: startAuditExport(parts),
    startEvidence: startEvidence(parts),
    listAuditExports: listAuditExports(parts),
    getAuditExport: getAuditExport(parts),
    downloadAuditExport: downloadAuditExport(parts),
    deleteAuditExport: deleteAuditExport(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

/** Revalidated each time, since the newest checkpoint changes with every entry. */
const revalidated = 'private, no-cache';
/** What a checkpoint covers never changes. */
const immutable = 'private, max-age=31536000, immutable';

/** `GET /v1/log/checkpoint` */
function getLogCheckpoint({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const { note } = await auditLog.checkpoint(principalOf(request).tenantId);
    return sendTagged(request, reply, {
      body: note,
      mediaType: 'text/plain; charset=utf-8',
      cacheControl: revalidated,
    });
  };
}

/** `GET /v1/log/key` */
function getLogKey({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const key = await auditLog.verifierKey(principalOf(request).tenantId);
    reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': revalidated });
    return reply.send(Buffer.from(`${key}\n`));
  };
}

const outside = () =>
  new AppError('not_found', {
    detail: 'The latest checkpoint is smaller: read its size at /v1/log/checkpoint.',
  });

/** `GET /v1/log/keys` */
function listLogKeys({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const { size = null } = validateParameters(logKeyListQuerySchema, request.query);
    const keys = await auditLog.keys(principalOf(request).tenantId, size);
    if (keys === 'outside') throw outside();
    return sendTagged(request, reply, {
      ...{ body: JSON.stringify(wireOfLogKeys(keys)), mediaType: 'application/json' },
      cacheControl: revalidated,
    });
  };
}

/** The part of the path after `tile/`, including slashes. */
function tilePathOf(request: FastifyRequest): string {
  return (request.params as { '*': string })['*'];
}

/** `GET /v1/log/tile/{path}` */
function getLogTile({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const tile = await auditLog.readTile(principalOf(request).tenantId, tilePathOf(request));
    if (tile === null)
      throw new AppError('not_found', {
        detail:
          'The newest checkpoint has no such tile. The path after tile/ is LEVEL/INDEX such as 0/000, or entries/INDEX; a partial tile has its width, such as 0/000.p/17.',
      });
    const { bytes: body } = tile;
    return sendTagged(request, reply, {
      body,
      mediaType: 'application/octet-stream',
      cacheControl: immutable,
    });
  };
}

/** `GET /v1/log/consistency` */
function getLogConsistency({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const { tenantId } = principalOf(request);
    const { from, to = null } = validateParameters(consistencyQuerySchema, request.query);
    const proved = await auditLog.proveConsistency(tenantId, { from, to });
    if (proved === 'outside') throw outside();
    const { older, newer, proof } = proved;
    const body: LogConsistency = { from: older, to: newer, proof: [...proof] };
    return sendTagged(request, reply, {
      ...{ body: JSON.stringify(body), mediaType: 'application/json' },
      cacheControl: to === null ? revalidated : immutable,
    });
  };
}

/** `GET /v1/messages/{message_id}/audit/proof` */
function getAuditProof({ auditLog, clock }: LogRoutes): Handler {
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

/** `GET /v1/messages/{message_id}/receipt` */
function getReceipt({ auditLog }: LogRoutes): Handler {
  return async (request, reply) => {
    const messageId = messageIdOf(request);
    const made = await auditLog.receiptOf(principalOf(request).tenantId, messageId, 'create');
    switch (made.kind) {
      case 'receipt':
        return sendTagged(request, reply, {
          ...{ body: made.text, mediaType: 'application/json', cacheControl: 'no-store' },
        });
      case 'unknown':
        throw new AppError('not_found');
      case 'none':
        throw new AppError('invalid_state', {
          detail: 'Records of the first releases have no receipts: take the proof of the record.',
        });
      case 'unfinished':
      case 'uncovered':
        throw new AppError('invalid_state', {
          detail: 'The message is logged when it has ended. Try again later.',
        });
    }
  };
}

const placeToWire = ({ leafIndex, leafHash }: LogPlace) => ({ leaf_index: leafIndex, leaf_hash: leafHash });

const provedToWire = (event: RecordProof['events'][number]) => ({
  ...placeToWire(event),
  entry: event.text,
  inclusion: [...event.inclusion],
});

function proofToWire(messageId: MessageId, proof: RecordProof, verifierKey: string): AuditProof {
  const { size, root, note, createdAtMs } = proof.checkpoint;
  return {
    message_id: messageId as AuditProof['message_id'],
    ...placeToWire(proof.place),
    entry: proof.entryText,
    salts: proof.salts.length === 0 ? null : Object.fromEntries(proof.salts),
    checkpoint: { size, root, note, created_at: formatTime(createdAtMs) },
    inclusion: [...proof.inclusion],
    events: proof.events.map(provedToWire),
    rules_in_force: proof.rules.map(provedToWire),
    verifier_key: verifierKey,
  };
}
