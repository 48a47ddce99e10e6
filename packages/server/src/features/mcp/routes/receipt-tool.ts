import { receiptSchema } from '@avow/contract/records';
import { AppError, suffixOf } from '@avow/foundation';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { requireScope } from '../../keys/keys.ts';
import { type McpCaller, reportProblems, toolResult } from './tool-result.ts';

export function addReceiptTool(server: McpServer, { parts, principal }: McpCaller): void {
  server.registerTool(
    'get_receipt',
    {
      title: 'Take the receipt of an answer',
      description:
        'What proves that an answer is on record, to anybody and without this service. Keep it as it is, to the letter. Needs the scope messages:read.',
      inputSchema: z.strictObject({
        message_id: z.string().min(1).max(64).describe('A message_id, request_id or audit_ref.'),
      }),
      outputSchema: receiptSchema.loose(),
      annotations: { readOnlyHint: true, openWorldHint: false, idempotentHint: true },
    },
    ({ message_id: id }) =>
      reportProblems(parts, async () => {
        requireScope(principal, 'messages:read');
        const { tenantId, groups } = principal;
        const suffix = suffixOf(id, ['msg', 'req', 'aud']);
        const messageId = suffix === null ? null : (`msg_${suffix}` as const);
        const isThere = messageId !== null && !(await parts.records.isHidden(tenantId, messageId, groups));
        const made = isThere ? await parts.auditLog.receiptOf(tenantId, messageId, 'create') : null;
        if (made === null || made.kind === 'unknown')
          throw new AppError('not_found', { detail: 'There is no such message.' });
        if (made.kind !== 'receipt')
          throw new AppError('invalid_state', {
            detail: 'The message has not ended, or its record is from before there were receipts.',
          });
        return toolResult(made.text, JSON.parse(made.text));
      }),
  );
}
