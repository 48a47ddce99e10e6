import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

type AddCommand = (program: Command, context: CommandContext) => void;

interface ListedCommand {
  /** What the help of the program says of it; its own help says the same. */
  readonly summary: string;
  /** What follows its name. */
  readonly usage?: string;
  readonly load: () => Promise<AddCommand>;
}

/** In the order of the help. Each is loaded only when it is needed, since loading all takes longer than most commands. */
export const commands: Readonly<Record<string, ListedCommand>> = {
  serve: {
    summary: 'run the service; an empty data folder gets a demonstration tenant first',
    load: async () => (await import('./commands/serve.ts')).addServeCommand,
  },
  tenants: {
    summary: 'create, list, suspend and resume tenants',
    load: async () => (await import('../features/keys/commands/tenants.ts')).addTenantsCommand,
  },
  keys: {
    summary: 'create, list, rotate and revoke API keys',
    load: async () => (await import('../features/keys/commands/keys.ts')).addKeysCommand,
  },
  users: {
    summary: 'invite, list, change and delete people who sign in',
    load: async () => (await import('../features/people/commands/users.ts')).addUsersCommand,
  },
  packs: {
    summary: 'load, publish, inspect and delete content packs',
    load: async () => (await import('../features/content/commands/packs.ts')).addPacksCommand,
  },
  import: {
    summary: 'fetch datasets of other products into a folder',
    load: async () => (await import('../features/loading/commands/import.ts')).addImportCommand,
  },
  sources: {
    summary:
      'keep content packs current from websites, repositories, buckets, folders, feeds, wikis and drives',
    load: async () => (await import('../features/sources/commands/sources.ts')).addSourcesCommand,
  },
  guardrails: {
    summary: 'show, set, test and reset the guardrail policy of a tenant',
    load: async () => (await import('../features/policies/commands/guardrails.ts')).addGuardrailsCommand,
  },
  webhooks: {
    summary: 'manage the endpoints that events are sent to, and redeliver events',
    load: async () => (await import('../features/webhooks/commands/webhooks.ts')).addWebhooksCommand,
  },
  streams: {
    summary: 'show how streams of security events are doing, and try one',
    load: async () => (await import('../features/security-streams/commands/streams.ts')).addStreamsCommand,
  },
  outages: {
    summary: 'list when the service or a part of it was away, newest first',
    usage: '[options]',
    load: async () => (await import('../features/outages/commands/outages.ts')).addOutagesCommand,
  },
  models: {
    summary: 'check, list and add language models',
    load: async () => (await import('./commands/models.ts')).addModelsCommand,
  },
  review: {
    summary: 'list and decide answers that are pending review',
    load: async () => (await import('../features/review/commands/review.ts')).addReviewCommand,
  },
  feedback: {
    summary: 'list feedback, and accept or dismiss better answers',
    load: async () => (await import('../features/feedback/commands/feedback.ts')).addFeedbackCommand,
  },
  calibration: {
    summary: 'show what labels propose to change of scores, and accept, dismiss or revert it',
    load: async () => (await import('../features/feedback/commands/calibration.ts')).addCalibrationCommand,
  },
  calibrate: {
    summary: 'guarantee that few answers with high confidence are wrong, by answers that people check',
    load: async () => (await import('../features/feedback/commands/calibrate.ts')).addCalibrateCommand,
  },
  insights: {
    summary: 'read what many messages have in common: unanswered questions, confidence, cost, latency',
    load: async () => (await import('../features/insights/commands/insights.ts')).addInsightsCommand,
  },
  eval: {
    summary: 'evaluate content packs with golden questions, compare runs, and gate publications',
    load: async () => (await import('../features/evaluation/commands/eval.ts')).addEvalCommand,
  },
  ask: {
    summary: 'ask a running service (AVOW_URL, AVOW_API_KEY)',
    usage: '[options] <question>',
    load: async () => (await import('./commands/ask.ts')).addAskCommand,
  },
  slack: {
    summary: 'answer questions in Slack, from a running service (AVOW_URL, AVOW_API_KEY)',
    usage: '[options]',
    load: async () => (await import('../features/chat/commands/slack.ts')).addSlackCommand,
  },
  teams: {
    summary: 'answer questions in Microsoft Teams, from a running service (AVOW_URL, AVOW_API_KEY)',
    usage: '[options]',
    load: async () => (await import('../features/chat/commands/teams.ts')).addTeamsCommand,
  },
  mcp: {
    summary:
      'serve agents over standard input and output (MCP), from a running service (AVOW_URL, AVOW_API_KEY)',
    load: async () => (await import('../features/mcp/commands/mcp.ts')).addMcpCommand,
  },
  audit: {
    summary: 'read, verify, export and replay audit records, and change the master key and the log key',
    load: async () => (await import('../features/log/commands/audit.ts')).addAuditCommand,
  },
  evidence: {
    summary: 'write figures, records and mappings to frameworks for an auditor, and check them offline',
    load: async () => (await import('../features/evidence/commands/evidence.ts')).addEvidenceCommand,
  },
  verify: {
    summary: 'check the receipt of an answer; it needs no service, no data folder and no configuration',
    usage: '[options] <receipt>',
    load: async () =>
      (await import('../features/log/commands/verify-receipt-command.ts')).addVerifyReceiptCommand,
  },
  replay: {
    summary: 'answer the question of a receipt again, and report what differs and why',
    usage: '[options]',
    load: async () =>
      (await import('../features/replay/commands/replay-receipt-command.ts')).addReplayReceiptCommand,
  },
  retention: {
    summary: 'show and set how long records are kept',
    load: async () => (await import('../features/retention/commands/retention.ts')).addRetentionCommand,
  },
  purposes: {
    summary: 'show and set what records may be read for',
    load: async () => (await import('../features/purposes/commands/purposes.ts')).addPurposesCommand,
  },
  holds: {
    summary: 'place, list and lift legal holds',
    load: async () => (await import('../features/retention/commands/holds.ts')).addHoldsCommand,
  },
  erase: {
    summary: 'erase the content of messages for good',
    load: async () => (await import('../features/retention/commands/erase.ts')).addEraseCommand,
  },
  backup: {
    summary: 'back up records, content and keys, also while the service runs',
    usage: '[options] [target]',
    load: async () => (await import('../features/backups/commands/backup.ts')).addBackupCommand,
  },
  restore: {
    summary: 'restore a backup into AVOW_DATA_DIR, which must be empty',
    usage: '[options] [source]',
    load: async () => (await import('../features/backups/commands/restore.ts')).addRestoreCommand,
  },
  upgrade: {
    summary: 'upgrade the records to this release, as the start of the service does',
    usage: '[options]',
    load: async () => (await import('./commands/upgrade.ts')).addUpgradeCommand,
  },
  migrate: {
    summary: 'move an installation to PostgreSQL; the service must be stopped',
    usage: '[options]',
    load: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  },
  config: {
    summary: 'show every setting, its value and where that comes from; secrets are hidden',
    usage: '[options]',
    load: async () => (await import('./commands/config.ts')).addConfigCommand,
  },
  doctor: {
    summary: 'check the installation and report what is wrong',
    usage: '[options]',
    load: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
  },
};
