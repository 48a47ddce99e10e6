import { appendFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError } from 'commander';
import { requireInstalled } from '../../../app/installation-state.ts';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { createKeyFile, readKeyFile } from '../../../secrets/key-file.ts';
import { readPepper } from '../../../secrets/pepper.ts';
import { type BackupReport, createBackup, onPostgres } from '../compose/create-backup.ts';
import {
  type InstallationSecret,
  installationOf,
  readSecrets,
  secretLine,
  secretOf,
} from '../installation-secret.ts';
import { assertRecipient, newIdentity } from '../sealed-keys.ts';
import { openBackupTarget } from '../targets/open-backup-target.ts';

interface BackupOptions {
  readonly recipient?: readonly string[];
  readonly keep?: number;
  readonly newIdentity?: string;
  readonly addToIdentity?: string;
  readonly json?: true;
}

const threadsMax = 8;
const keepMax = 10_000;

export function addBackupCommand(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .argument(
      '[target]',
      'a folder, s3://bucket/prefix, or - for standard output; by default AVOW_BACKUP_TARGET',
    )
    .option(
      '--recipient <recipient>',
      'encrypt the keys to this recipient of age; may be repeated (default: AVOW_BACKUP_RECIPIENT)',
      (recipient: string, before: readonly string[] = []) => [...before, recipient],
    )
    .option('--keep <number>', 'remove all but this many of the newest backups afterwards', readKeep)
    .option(
      '--new-identity <file>',
      'instead, create an identity of age for the backups of this installation, and print its recipient',
    )
    .option(
      '--add-to-identity <file>',
      'instead, let an identity that exists restore the backups of this installation',
    )
    .option(...jsonOption)
    .description('back up records, content and keys, also while the service runs')
    .addHelpText('after', explanation)
    .action(async (target: string | undefined, options: BackupOptions) => {
      const { newIdentity: created, addToIdentity: extended } = options;
      if (created !== undefined) await createIdentity(context, created);
      else if (extended !== undefined) await extendIdentity(context, extended);
      else await runBackup(context, target, options);
    });
}

const explanation = `
Only what is not in the target already is copied. The records are verified first, and everything that is written is read
back. Without a recipient, the backup does not contain the keys, and nothing can be restored without them. "avow restore"
restores it, and "avow restore --drill" shows that it can be.`;

function readKeep(text: string): number {
  const keep = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (keep < 1 || keep > keepMax) throw new InvalidArgumentError(`Expected a number from 1 to ${keepMax}.`);
  return keep;
}

async function runBackup(
  context: CommandContext,
  given: string | undefined,
  options: BackupOptions,
): Promise<void> {
  const config = context.config();
  const { terminal } = context;
  if (config.databaseUrl !== null) throw new UserError(onPostgres);
  await requireInstalled(config);
  const address = given ?? config.backupTarget;
  if (address === null) throw new UserError('Name a target, or set AVOW_BACKUP_TARGET.');
  const recipients =
    options.recipient ?? (config.backupRecipient ?? '').split(',').flatMap((text) => text.trim() || []);
  for (const recipient of recipients) assertRecipient(recipient);
  const streams = { input: process.stdin, output: process.stdout };
  const copying = progressBar(terminal, 'Copying');
  const checking = progressBar(terminal, 'Checking');
  const target = await openBackupTarget(address, config, { forWriting: true, streams });
  let report: BackupReport;
  try {
    report = await createBackup(config, target, {
      ...{ recipients, keep: options.keep ?? null, nowMs: Date.now() },
      threads: Math.min(threadsMax, availableParallelism()),
      ...{ onCopied: copying.update, onVerified: checking.update },
    });
  } finally {
    copying.end();
    checking.end();
    await target.close();
  }
  const text = options.json ? JSON.stringify(wireOf(report)) : describe(report);
  if (target.isReadable) terminal.out(text);
  else terminal.err(`${text}\n`);
}

const entriesOf = ({ logs }: BackupReport) => logs.reduce((sum, { size }) => sum + size, 0);

function wireOf(report: BackupReport) {
  return {
    ...{ backup_id: report.id, target: report.target, keys: report.hasKeys },
    ...{ tenants: report.logs.length, entries: entriesOf(report) },
    ...{ bytes: report.bytes, added_bytes: report.addedBytes, removed_backups: report.removed },
  };
}

function describe(report: BackupReport): string {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  return [
    `Backup ${report.id} is complete in ${report.target}: ${megabytes(report.bytes)}, of which ${megabytes(report.addedBytes)} were not there yet.`,
    `The records verify (tenants with a log: ${report.logs.length}, entries: ${entriesOf(report)}).`,
    report.hasKeys
      ? 'The keys are encrypted to the recipient. Keep its identity elsewhere: nothing can be restored without it.'
      : 'The keys are not in it: keep copies of pepper.key, master.key and log.key elsewhere, or give a recipient.',
    ...(report.removed === 0 ? [] : [`Older backups removed: ${report.removed}.`]),
  ].join('\n');
}

/** What an identity needs to know this installation. */
async function readSecret(context: CommandContext): Promise<InstallationSecret> {
  const config = context.config();
  if (config.databaseUrl !== null) throw new UserError(onPostgres);
  await requireInstalled(config);
  const pepper = await readPepper(config.pepperFile);
  if (pepper === null) throw new UserError(`The pepper file ${config.pepperFile} is missing.`);
  return secretOf(pepper);
}

/** The file is never overwritten. */
async function createIdentity(context: CommandContext, file: string): Promise<void> {
  const secret = await readSecret(context);
  const { identity, recipient } = await newIdentity();
  const path = resolve(file);
  const text = [`# public key: ${recipient}`, secretLine(secret), identity].join('\n');
  const created = await createKeyFile({ path, name: 'identity' }, text);
  if (!created) throw new UserError(`${path} exists already, and is not overwritten.`);
  context.terminal.out(
    `Created ${path}. Keep all of it, apart from the backups: it opens the keys in them, and tells backups of this installation from forged ones.\nIts recipient is\n\n  ${recipient}`,
  );
}

/** For an identity that another program made, or that is for another installation too. */
async function extendIdentity(context: CommandContext, file: string): Promise<void> {
  const secret = await readSecret(context);
  const path = resolve(file);
  const text = await readKeyFile({ path, name: 'identity' });
  if (text === null) throw new UserError(`The identity file ${path} does not exist.`);
  const isKnown = readSecrets(text).some((known) => installationOf(known) === installationOf(secret));
  if (!isKnown) await appendFile(path, `\n${secretLine(secret)}\n`);
  context.terminal.out(`${path} ${isKnown ? 'already knows' : 'now knows'} this installation.`);
}
