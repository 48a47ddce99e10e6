import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, UserError } from '@avow/foundation';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import {
  jsonOption,
  type PackOptions,
  packArgument,
  tenantOption,
} from '../../content/commands/with-packs.ts';
import type { Source } from '../source-store.ts';
import { sourceToWire } from '../source-wire.ts';
import { describeResult, type OpenedSource, sourceArgument, withSource } from './with-source.ts';

interface SyncOptions extends PackOptions {
  readonly dryRun?: boolean;
  readonly allowRemovals?: boolean;
  readonly full?: boolean;
}

const pollEveryMs = 200;

export function addSyncCommands(sources: Command, context: CommandContext): void {
  sources
    .command('sync')
    .argument(...packArgument)
    .argument(...sourceArgument)
    .option('--dry-run', 'report what would change, and change nothing')
    .option('--allow-removals', 'remove documents even if they are more than the limit')
    .option('--full', 'read everything again, not only what has changed')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('sync a source now, and wait for the end')
    .action((pack: string, wanted: string, options: SyncOptions) =>
      withSource(context, { pack, source: wanted }, options, async (opened) => {
        const source = await syncToEnd(context, opened, options);
        context.terminal.out(
          options.json ? JSON.stringify(sourceToWire(source)) : describeResult(source).join('\n'),
        );
        const { last } = source;
        if (last?.outcome === 'failed' || last?.outcome === 'too_many_removals')
          throw new UserError(last.reason ?? 'The sync failed.');
      }),
    );
}

async function syncToEnd(
  context: CommandContext,
  opened: OpenedSource,
  { dryRun = false, allowRemovals = false, full = false }: SyncOptions,
): Promise<Source> {
  const { sources, tenant, source } = opened;
  const bar = progressBar(context.terminal, 'Syncing');
  try {
    // The first sync of a new source may be waiting for a service, or another may be in progress.
    const pending = source.run === null ? null : await followSync(opened, bar.update);
    if (pending !== null && !dryRun && !allowRemovals && !full) return pending;
    const options = { dry_run: dryRun, allow_removals: allowRemovals, full };
    await sources.sync(tenant.tenantId, source.packId, source.sourceId, options);
    return await followSync(opened, bar.update);
  } finally {
    bar.end();
  }
}

/** Takes the sync in progress to its end, or waits for the process that does. */
async function followSync(
  { sources, syncs, tenant, source }: OpenedSource,
  onProgress: (done: number, total: number) => void,
): Promise<Source> {
  const { tenantId } = tenant;
  const { packId, sourceId } = source;
  let isOver = false;
  void syncs.runToEnd(tenantId, sourceId).finally(() => {
    isOver = true;
  });
  for (;;) {
    await sleep(pollEveryMs);
    const current = await sources.get(tenantId, packId, sourceId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found')
        throw new UserError('The source was removed while it was synced.', { cause: error });
      throw error;
    });
    if (current.run === null) return current;
    onProgress(current.run.itemsRead, Math.max(current.itemCount, current.run.itemsRead + 1));
    // Another process may have it, or may have left it.
    if (isOver) await syncs.runToEnd(tenantId, sourceId);
  }
}
