import { AppError, suffixOf } from '@avow/foundation';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { goneError } from '../../../http/refuse-gone.ts';
import { requireScope } from '../../keys/keys.ts';
import { eventToWire, readFor } from '../../log/log.ts';
import { readPurpose } from '../../purposes/purposes.ts';
import { mayRead, toAuditRecord } from '../../records/records.ts';
import { type McpCaller, reportProblems, toolResult } from './tool-result.ts';

const outputSchema = z.looseObject({
  id: z.string(),
  message_id: z.string(),
  status: z.string(),
  question: z.string(),
  answer: z.string(),
  confidence_score: z.number(),
  created_at: z.string(),
  content_state: z.string(),
  log: z.looseObject({ leaf_index: z.number(), leaf_hash: z.string() }).nullable(),
});

export function addRecordTool(server: McpServer, { parts, principal }: McpCaller): void {
  server.registerTool(
    'get_record',
    {
      title: 'Read an audit record',
      description:
        'Reads the audit record of an answer: what was asked and answered, from which sources, what guardrails found, and its place in the log. Needs the scope audit:read; the access is logged.',
      inputSchema: z.strictObject({
        message_id: z.string().min(1).max(64).describe('A message_id, request_id or audit_ref.'),
        purpose: z
          .string()
          .max(32)
          .optional()
          .describe('What it is read for: the id of a purpose of the tenant, where that requires one.'),
      }),
      outputSchema,
      annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: true },
    },
    ({ message_id: id, purpose: named }) =>
      reportProblems(parts, async () => {
        requireScope(principal, 'audit:read');
        const { tenantId, callerId } = principal;
        const purpose = readPurpose(await parts.purposes.getPurposes(tenantId), named);
        const suffix = suffixOf(id, ['msg', 'req', 'aud']);
        const stored = suffix === null ? null : await parts.records.getRecord(tenantId, `msg_${suffix}`);
        const { groups } = principal;
        if (stored === null || (stored.kind !== 'dropped' && !mayRead(stored.audience, groups)))
          throw new AppError('not_found', { detail: 'There is no such record.' });
        if (stored.kind === 'dropped') throw goneError(stored);
        const rules = await parts.auditLog.listRules(tenantId, stored.rules);
        const record = toAuditRecord(tenantId, stored, rules.map(eventToWire));
        // The access is on the log before the record is shown.
        const read = () =>
          parts.auditLog.note(tenantId, {
            ...{ kind: 'access', subject: stored.messageId, state: 'read', details: [] },
            ...{ atMs: parts.clock.nowMs(), actor: callerId },
          });
        await readFor(purpose, read);
        return toolResult(JSON.stringify(record), record);
      }),
  );
}
