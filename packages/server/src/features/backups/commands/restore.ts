import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { formatTable, progressBar } from '../../../cli/terminal.ts';
import type { Config } from '../../../config/load-config.ts';
import { readKeyFile } from '../../../secrets/key-file.ts';
import { describeLoss } from '../../log/compose/find-lost-entries.ts';
import { listBackups } from '../backups.ts';
import { onPostgres } from '../compose/create-backup.ts';
import { type RestoreReport, restoreBackup } from '../compose/restore-backup.ts';
import type { BackupTarget } from '../targets/backup-target.ts';
import { openBackupTarget } from '../targets/open-backup-target.ts';

interface RestoreOptions {
  readonly at?: number;
  readonly identity?: string;
  readonly acceptLoss?: true;
  readonly drill?: true;
  readonly list?: true;
  readonly json?: true;
}

const threadsMax = 8;

export function addRestoreCommand(program: Command, context: CommandContext): void {
  program
    .command('restore')
    .argument(
      '[source]',
      'a folder, s3://bucket/prefix, or - for standard input; by default AVOW_BACKUP_TARGET',
    )
    .option('--at <time>', 'the newest backup that is not later, such as 2026-11-17T12:00:00Z', readTime)
    .option('--identity <file>', 'the identity of age that opens the keys in the backup')
    .option('--accept-loss', 'restore although later entries of a log were signed, which are lost')
    .option('--drill', 'restore into a temporary folder, check everything, and remove it again')
    .option('--list', 'list the backups instead')
    .option(...jsonOption)
    .description('restore a backup into AVOW_DATA_DIR, which must be empty')
    .addHelpText('after', explanation)
    .action((source: string | undefined, options: RestoreOptions) => runRestore(context, source, options));
}

const explanation = `
Everything is checked before it gets its place: the hash of each part, each record against its log, and the log against the
anchors and later backups. Keys and "anchors" may be in the data folder already. If the command is interrupted, run it again.`;

function readTime(text: string): number {
  const atMs = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs)) throw new InvalidArgumentError('Expected a time such as 2026-11-17T12:00:00Z.');
  return atMs;
}

async function runRestore(
  context: CommandContext,
  given: string | undefined,
  options: RestoreOptions,
): Promise<void> {
  const config = context.config();
  if (config.databaseUrl !== null) throw new UserError(onPostgres);
  const address = given ?? config.backupTarget;
  if (address === null) throw new UserError('Name a source, or set AVOW_BACKUP_TARGET.');
  const streams = { input: process.stdin, output: process.stdout };
  const target = await openBackupTarget(address, config, { forWriting: false, streams });
  try {
    context.terminal.out(
      options.list ? await showList(target, options) : await restoreFrom(config, target, options, context),
    );
  } finally {
    await target.close();
  }
}

async function restoreFrom(
  config: Config,
  target: BackupTarget,
  options: RestoreOptions,
  { terminal }: CommandContext,
): Promise<string> {
  const checking = progressBar(terminal, 'Checking');
  const report = await restoreBackup(config, target, {
    ...{ atMs: options.at ?? null, identities: await readIdentities(options.identity) },
    ...{ acceptsLoss: options.acceptLoss === true, isDrill: options.drill === true },
    ...{ threads: Math.min(threadsMax, availableParallelism()), onVerified: checking.update },
  }).finally(checking.end);
  return options.json ? JSON.stringify(wireOf(report)) : describe(report, config, options);
}

async function readIdentities(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const path = resolve(file);
  const text = await readKeyFile({ path, name: 'identity' });
  if (text === null) throw new UserError(`The identity file ${path} does not exist.`);
  return text;
}

async function showList(target: BackupTarget, { json }: RestoreOptions): Promise<string> {
  const { backups: found, unreadable } = await listBackups(target);
  const backups = found.map(({ id, manifest }) => ({
    ...{ backup_id: id, created_at: manifest.created_at, avow_version: manifest.avow_version },
    bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
    entries: manifest.logs.reduce((sum, { size }) => sum + size, 0),
    keys: manifest.keys !== null,
  }));
  if (json) return JSON.stringify({ data: backups, unreadable });
  const others = unreadable.map((id) => `The description of ${id} cannot be read, or is of another time.`);
  if (backups.length === 0) return [`There is no backup in ${target.name}.`, ...others].join('\n');
  const table = formatTable(
    ['backup', 'created', 'bytes', 'log entries', 'keys'],
    backups.map((one) => [
      ...[one.backup_id, one.created_at, String(one.bytes), String(one.entries), one.keys ? 'yes' : 'no'],
    ]),
  );
  return [table, ...others].join('\n');
}

function wireOf({ backup, entries, bytes, isVerified, lost, anchorsAside }: RestoreReport) {
  return {
    ...{ backup_id: backup.id, created_at: backup.manifest.created_at, entries, bytes, verified: isVerified },
    lost: lost.map(({ tenantId, size, signedSize, knownBy }) => ({
      ...{ tenant_id: tenantId, size, signed_size: signedSize, known_by: knownBy },
    })),
    anchors_renamed: anchorsAside,
  };
}

function describe(report: RestoreReport, { dataDir, anchorUrl }: Config, { drill }: RestoreOptions): string {
  const { manifest } = report.backup;
  const time = manifest.created_at;
  const checked = report.isVerified
    ? `Every part has its hash, and the records verify (log entries: ${report.entries}).`
    : `Every part has its hash. The records are of an earlier version (${manifest.avow_version}): start the service, which upgrades them, and run "avow audit verify".`;
  const loss =
    report.lost.length === 0
      ? 'Neither the anchors nor a later backup know of a later entry of a log.'
      : `Signed entries that are not in it:\n${describeLoss(report.lost)}`;
  if (drill) return [`The backup of ${time} can be restored.`, checked, loss].join('\n');
  return [
    `The backup of ${time} is restored in ${dataDir}.`,
    checked,
    loss,
    `Everything after ${time} is missing: questions and answers, content, keys that were created or revoked. Repeat erasures since then: what was erased later is there again.`,
    ...report.anchorsAside.map((path) => `Kept as evidence of what was there: ${path}`),
    ...(anchorUrl === null ? [] : [`Compare with what ${anchorUrl} has received: it cannot be asked.`]),
  ].join('\n');
}
