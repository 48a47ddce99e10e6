import type { AuditRecord } from '@avow/client';
import { cleanText } from '@avow/text';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, purposeOption } from '../../../cli/command-context.ts';
import { withService } from '../../../cli/with-service.ts';

/** The action of `avow audit` if it is given only an id. */
export function addShowCommand(audit: Command, context: CommandContext): void {
  audit
    .command('show', { isDefault: true })
    .argument('<message-id>', 'msg_…, req_… or aud_…', readMessageId)
    .option(...purposeOption)
    .option('--json', 'print the whole record')
    .description('read the audit record of a message from a running service (AVOW_URL, AVOW_API_KEY)')
    .action(async (messageId: string, options: { json?: true; purpose?: string }) => {
      const record = await withService(context.config(), (service) => service.getAudit(messageId), options);
      context.terminal.out(
        options.json ? JSON.stringify(record, null, 2) : cleanText(linesOf(record).join('\n')),
      );
    });
}

/** Without this, a mistyped command of `avow audit` would be looked up as a message. */
function readMessageId(text: string): string {
  if (!/^(msg|req|aud)_/.test(text))
    throw new InvalidArgumentError(
      'It is neither a command ("avow audit --help" lists them) nor a message id (msg_…, req_… or aud_…).',
    );
  return text;
}

function linesOf(record: AuditRecord): string[] {
  const guardrails = (record.response?.guardrails ?? []).map(
    ({ name, stage, status, action, compliant }) =>
      `  ${compliant ? 'ok  ' : '!   '}${name} (${stage}): ${status}, ${action}`,
  );
  return [
    `${record.id}  ${record.created_at}  ${record.status}`,
    `tenant ${record.tenant_id}, thread ${record.thread_id}, channel ${record.channel_type}`,
    `question: ${record.question}`,
    `answer: ${record.answer}`,
    `confidence ${record.confidence_score}, source ${record.source_type}, tripwire ${record.tripwire_triggered ? 'triggered' : 'not triggered'}`,
    `policy ${record.policy_version}, content ${record.content_state}`,
    ...record.failed_tiers.map(
      ({ model_tier, model, cause }) => `tier ${model_tier} (${model}) failed: ${cause}`,
    ),
    record.log === null
      ? 'not yet in the log'
      : `log entry ${record.log.leaf_index}, hash ${record.log.leaf_hash}`,
    ...guardrails,
  ];
}
