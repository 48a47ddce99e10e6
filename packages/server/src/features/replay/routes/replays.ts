import type { OperationId } from '@avow/contract';
import { type ReplayEntry, type ReplaySideEntry, replayRequestSchema } from '@avow/contract/auditing';
import { formatTime } from '@avow/contract/values';
import { AppError, type Clock } from '@avow/foundation';
import type { Handler } from '../../../http/handler.ts';
import { found, messageIdOf } from '../../../http/path-ids.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { validateOptional } from '../../../http/validate.ts';
import type { AuditLog } from '../../log/log.ts';
import type { ComparedAnswer, ReplayDifference } from '../compare-answers.ts';
import type { RecordReplay, Replays } from '../create-replays.ts';
import type { ReplayReport } from '../replay-report.ts';

export interface ReplayRoutes {
  readonly replays: Replays;
  readonly auditLog: AuditLog;
  readonly clock: Clock;
}

export function replayHandlers(parts: ReplayRoutes) {
  return { replayMessage: replayMessage(parts) } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

/** `POST /v1/messages/{message_id}/replay` */
function replayMessage({ replays, auditLog, clock }: ReplayRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId, groups: reader } = principalOf(request);
    const messageId = messageIdOf(request);
    const { at } = validateOptional(replayRequestSchema, request.body);
    const atMs = at === undefined ? null : Date.parse(at);
    if (atMs !== null && atMs > clock.nowMs())
      throw new AppError('validation_failed', {
        detail: 'The body is not valid for this operation.',
        errors: [{ pointer: '/at', code: 'custom', message: 'Must not be in the future' }],
      });
    const details = [
      ['what', 'replayMessage'] as const,
      ...(atMs === null ? [] : [['at', formatTime(atMs)] as const]),
    ];
    const replayed = await replays.replay(tenantId, {
      ...{ messageId, atMs, reader },
      note: () =>
        auditLog.note(tenantId, {
          ...{ kind: 'access', subject: messageId, state: 'read', details },
          ...{ atMs: clock.nowMs(), actor: callerId },
        }),
    });
    return sendEntry(reply, replayToWire(found(replayed)));
  };
}

function replayToWire({ plan, report, now }: RecordReplay): ReplayEntry {
  const { was, createdAtMs } = plan;
  const names = new Map(report.asked.pack_versions.map(({ pack_id: id, name }) => [id, name]));
  const sideOf = ({ response, packVersions }: ComparedAnswer, asOf: string, policy: string) => ({
    ...{ as_of: asOf, policy_version: policy, response: answerOf(response) },
    packs: packVersions.map(({ packId: id, version }) => ({ id, name: names.get(id) ?? null, version })),
  });
  return {
    message_id: plan.messageId,
    ...{ question: report.asked.question, groups: [...report.asked.groups], same: report.same },
    recorded: sideOf(was, formatTime(createdAtMs), plan.policyVersion),
    replayed: sideOf(now, report.asked.as_of, report.asked.policy_version),
    differences: report.differences.map(differenceToWire),
    notes: [...report.notes],
  };
}

function answerOf(response: ComparedAnswer['response']): ReplaySideEntry['response'] {
  const { answer, status, confidence, citations, source_type, generated, agent_context } = response;
  return { answer, status, confidence, citations, source_type, generated, agent_context };
}

function differenceToWire(
  difference: ReplayReport['differences'][number],
): ReplayEntry['differences'][number] {
  const { kind, was, now, causes } = difference;
  return {
    ...{ kind, ...namedPart(difference), recorded: was, replayed: now },
    causes: causes.map(({ kind: cause, words }) => ({ kind: cause, text: words })),
  };
}

/** Which of several things of a kind it is. */
function namedPart(difference: ReplayDifference): {
  readonly part: string | null;
  readonly title: string | null;
} {
  switch (difference.kind) {
    case 'citation':
      return { part: difference.change, title: difference.title };
    case 'guardrail':
      return { part: difference.guardrail_id, title: difference.name };
    case 'confidence':
    case 'model':
    case 'processing':
      return { part: difference.part, title: null };
    default:
      return { part: null, title: null };
  }
}
