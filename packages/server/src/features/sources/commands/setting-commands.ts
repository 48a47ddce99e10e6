import {
  createSourceRequestSchema,
  type SourceKind,
  sourceKinds,
  updateSourceRequestSchema,
} from '@avow/contract/sources';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { confirm } from '../../../cli/confirm.ts';
import { formatTable } from '../../../cli/terminal.ts';
import {
  jsonOption,
  type PackOptions,
  packArgument,
  tenantOption,
  withPack,
} from '../../content/commands/with-packs.ts';
import { sourceToWire } from '../source-wire.ts';
import {
  checked,
  readConnectionSettings,
  readCredentials,
  readEvery,
  readKind,
  readList,
  readPercent,
  readSetting,
} from './read-settings.ts';
import { describeSource, sourceArgument, withSource } from './with-source.ts';

interface SettingOptions extends PackOptions {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly credentials?: string;
  readonly groups?: string;
  readonly every?: number | 'never';
  readonly publish?: string;
  readonly removalLimit?: number;
}

const listedMax = 1_000;

export function addSettingCommands(sources: Command, context: CommandContext): void {
  addAdd(sources, context);
  addList(sources, context);
  addShow(sources, context);
  addUpdate(sources, context);
  addSwitch(sources, context, { name: 'pause', status: 'paused', description: 'stop syncing a source' });
  addSwitch(sources, context, {
    name: 'resume',
    status: 'active',
    description: 'sync a paused source again',
  });
  addRemove(sources, context);
}

function addOptions(command: Command): Command {
  return command
    .option('--set <name=value>', 'a setting of the connection; may be repeated', readSetting)
    .option('--credentials <file>', 'a JSON file with the credentials')
    .option('--groups <list>', 'who may get answers from it: groups, separated by commas')
    .option('--every <minutes>', 'how often it is synced, or "never"', readEvery)
    .addOption(
      new Option('--publish <how>', 'whether changes are published').choices(['automatic', 'manual']),
    )
    .option('--removal-limit <percent>', 'ask before removing more than this share', readPercent)
    .option(...tenantOption)
    .option(...jsonOption);
}

async function toFields(options: SettingOptions): Promise<Record<string, unknown>> {
  return {
    ...(options.credentials === undefined ? {} : { credentials: await readCredentials(options.credentials) }),
    ...(options.groups === undefined ? {} : { groups: readList(options.groups) }),
    ...(options.every === undefined
      ? {}
      : { sync_every_minutes: options.every === 'never' ? null : options.every }),
    ...(options.publish === undefined ? {} : { publish: options.publish }),
    ...(options.removalLimit === undefined ? {} : { removal_limit_percent: options.removalLimit }),
  };
}

function addAdd(sources: Command, context: CommandContext): void {
  addOptions(
    sources
      .command('add')
      .argument(...packArgument)
      .argument('<name>', 'the name of the source, and the folder of its documents')
      .argument('<kind>', `one of ${sourceKinds.join(', ')}`, readKind)
      .argument('<location>', 'its URL, path, bucket, user or folder id'),
  )
    .description('add a source to a content pack; the running service syncs it')
    .action(
      async (wanted: string, name: string, kind: SourceKind, location: string, options: SettingOptions) => {
        const connection = readConnectionSettings(kind, location, options.set);
        const given = checked(createSourceRequestSchema, { name, connection, ...(await toFields(options)) });
        await withPack(context, wanted, options, async ({ sources: open, tenant, pack }) => {
          const source = await open.create(tenant.tenantId, pack.packId, given, 'operator');
          context.terminal.out(
            options.json
              ? JSON.stringify(sourceToWire(source))
              : `Added source ${source.name} (${source.sourceId}). A running service syncs it now; without one, run "avow sources sync".`,
          );
        });
      },
    );
}

function addList(sources: Command, context: CommandContext): void {
  sources
    .command('list')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('list the sources of a content pack, without their credentials')
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async ({ sources: open, tenant, pack }) => {
        const page = { after: null, limit: listedMax };
        const rows = ((await open.list(tenant.tenantId, pack.packId, page)) ?? []).map(sourceToWire);
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0)
          context.terminal.out(`The pack ${pack.name} has no source. Add one with "avow sources add".`);
        else
          context.terminal.out(
            formatTable(
              ['NAME', 'KIND', 'STATUS', 'ITEMS', 'LAST SYNC', 'NEXT'],
              rows.map(({ name, connection, status, item_count, sync, last_sync, next_sync_at }) => [
                name,
                connection.kind,
                sync === null ? status : sync.phase,
                String(item_count),
                last_sync === null ? 'never' : `${last_sync.outcome} ${last_sync.ended_at}`,
                next_sync_at ?? 'on request',
              ]),
            ),
          );
      }),
    );
}

function addShow(sources: Command, context: CommandContext): void {
  sources
    .command('show')
    .argument(...packArgument)
    .argument(...sourceArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show a source, how its last sync ended, and what could not be read')
    .action((pack: string, wanted: string, options: PackOptions) =>
      withSource(context, { pack, source: wanted }, options, async ({ source }) =>
        context.terminal.out(describeSource(source, options)),
      ),
    );
}

function addUpdate(sources: Command, context: CommandContext): void {
  addOptions(
    sources
      .command('update')
      .argument(...packArgument)
      .argument(...sourceArgument),
  )
    .description(
      'change a source; what is not given stays as it is. A change of where it reads needs its credentials again',
    )
    .action(async (pack: string, wanted: string, options: SettingOptions) => {
      const fields = await toFields(options);
      await withSource(
        context,
        { pack, source: wanted },
        options,
        async ({ sources: open, tenant, source }) => {
          const { set } = options;
          const connection = set === undefined ? {} : { connection: { ...source.connection, ...set } };
          const given = checked(updateSourceRequestSchema, { ...fields, ...connection });
          const { packId, sourceId } = source;
          const changed = await open.update(tenant.tenantId, packId, sourceId, given);
          context.terminal.out(describeSource(changed, options));
        },
      );
    });
}

function addSwitch(
  sources: Command,
  context: CommandContext,
  {
    name,
    status,
    description,
  }: { readonly name: string; readonly status: 'active' | 'paused'; readonly description: string },
): void {
  sources
    .command(name)
    .argument(...packArgument)
    .argument(...sourceArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description(description)
    .action((pack: string, wanted: string, options: PackOptions) =>
      withSource(context, { pack, source: wanted }, options, async ({ sources: open, tenant, source }) => {
        const { packId, sourceId } = source;
        const changed = await open.update(tenant.tenantId, packId, sourceId, { status });
        context.terminal.out(
          options.json ? JSON.stringify(sourceToWire(changed)) : `Source ${changed.name} is ${status}.`,
        );
      }),
    );
}

function addRemove(sources: Command, context: CommandContext): void {
  sources
    .command('remove')
    .argument(...packArgument)
    .argument(...sourceArgument)
    .addOption(
      new Option('--documents <what>', 'what becomes of its documents in the draft')
        .choices(['keep', 'remove'])
        .default('keep'),
    )
    .option('--yes', 'remove it without a question; needed without a terminal')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('remove a source with its credentials; its documents stay unless you say otherwise')
    .action(
      (
        pack: string,
        wanted: string,
        options: PackOptions & { readonly documents: 'keep' | 'remove'; readonly yes?: true },
      ) =>
        withSource(context, { pack, source: wanted }, options, async ({ sources: open, tenant, source }) => {
          const { packId, sourceId, name } = source;
          const { documents } = options;
          if (options.yes !== true)
            await confirm(context.terminal, {
              question: `Remove the source ${name} and ${documents} its documents? [y/N] `,
              expected: ['y', 'Y', 'yes'],
              unasked: 'Nothing was changed: without a terminal to ask on, removing a source needs --yes.',
            });
          await open.delete(tenant.tenantId, packId, sourceId, { documents });
          context.terminal.out(
            options.json
              ? JSON.stringify({ id: sourceId, removed: true })
              : `Removed source ${name}. Its documents ${documents === 'keep' ? 'stay in the draft' : 'are no longer in the draft'}.`,
          );
        }),
    );
}
