import { formatTime } from '@avow/contract';
import { UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { formatTable } from '../../../cli/terminal.ts';
import {
  awaitJob,
  jsonOption,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
  withPack,
} from '../../content/commands/with-packs.ts';
import type { Version } from '../../content/content-store.ts';
import { describeEmbedding, embedUnlessServed } from './embed-unless-served.ts';
import { describeScreening, screeningJson, screenUnlessServed } from './screen-unless-served.ts';

const noteCodePointsMax = 500;

export function addVersionCommands(packs: Command, context: CommandContext): void {
  addPublish(packs, context);
  addRollback(packs, context);
  addUnpublish(packs, context);
  addVersions(packs, context);
}

function addPublish(packs: Command, context: CommandContext): void {
  const { terminal } = context;
  packs
    .command('publish')
    .argument(...packArgument)
    .option('--note <text>', 'a note that is kept with the version', '')
    .option('--force', 'publish even if the gate refuses; needs --note')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('publish the draft of a content pack as its next version')
    .action(
      async (wanted: string, options: PackOptions & { readonly note: string; readonly force?: true }) => {
        if ([...options.note].length > noteCodePointsMax)
          throw new UserError(`A note has at most ${noteCodePointsMax} characters.`);
        const isForced = options.force === true;
        if (isForced && options.note.trim() === '')
          throw new UserError('--force needs --note, which says why the gate is bypassed.');
        await withPack(context, wanted, options, async (opened) => {
          const { tenantId } = opened.tenant;
          const { packId, name, servedVersion } = opened.pack;
          const begun = await opened.packs.publish(tenantId, packId, { note: options.note, isForced });
          await awaitJob(context, opened, begun, 'Publishing');
          const pack = stillThere(await opened.packs.getPack(tenantId, packId));
          const version = stillThere(await opened.packs.servedVersion(tenantId, pack));
          const isNew = version.version !== servedVersion;
          if (!options.json)
            terminal.out(
              isNew
                ? `Published ${name} version ${version.version}: ${version.documentCount} documents, ${version.curatedCount} curated pairs, ${version.passageCount} passages.`
                : `Nothing changed: ${name} stays at version ${version.version}.`,
            );
          const embedding = await embedUnlessServed(context, opened, version);
          const screening = await screenUnlessServed(context, opened, packId, {
            isStopped: embedding === 'interrupted',
          });
          const done = { embedding, ...screeningJson(screening) };
          if (options.json)
            terminal.out(JSON.stringify({ pack_id: packId, ...describeVersion(version), ...done }));
          else
            for (const line of [describeEmbedding(embedding), describeScreening(screening)])
              if (line !== '') terminal.out(line);
        });
      },
    );
}

function addRollback(packs: Command, context: CommandContext): void {
  packs
    .command('rollback')
    .argument(...packArgument)
    .argument('<version>', 'the version to serve again', readVersion)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('serve an earlier version again')
    .action((wanted: string, version: number, options: PackOptions) =>
      withPack(context, wanted, options, async ({ packs: content, tenant, pack }) => {
        const now = await content.rollback(tenant.tenantId, pack.packId, version);
        if (now === null)
          throw new UserError(
            `${pack.name} has no version ${version}. See "avow packs versions ${pack.packId}".`,
          );
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, version })
            : `${pack.name} now serves version ${version}. Its draft is unchanged.`,
        );
      }),
    );
}

function readVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected a version number.');
  return Number(text);
}

function addUnpublish(packs: Command, context: CommandContext): void {
  packs
    .command('unpublish')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('stop serving a content pack; its draft and its versions are kept')
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async ({ packs: content, tenant, pack }) => {
        stillThere(await content.unpublish(tenant.tenantId, pack.packId));
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, version: null })
            : `${pack.name} is no longer served.`,
        );
      }),
    );
}

const versionsShownMax = 100;

function addVersions(packs: Command, context: CommandContext): void {
  packs
    .command('versions')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description(`list the versions of a content pack, newest first (${versionsShownMax} at most)`)
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async ({ packs: content, tenant, pack }) => {
        const page = { before: null, limit: versionsShownMax };
        const versions = stillThere(await content.listVersions(tenant.tenantId, pack.packId, page));
        const rows = versions.map((version) => ({
          ...describeVersion(version),
          state: version.version === pack.servedVersion ? 'served' : version.isRetired ? 'retired' : 'kept',
        }));
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0) context.terminal.out(`${pack.name} has never been published.`);
        else
          context.terminal.out(
            formatTable(
              ['VERSION', 'STATE', 'DOCUMENTS', 'PAIRS', 'PASSAGES', 'PUBLISHED', 'NOTE'],
              rows.map((row) =>
                [
                  row.version,
                  row.state,
                  row.documents,
                  row.curated_pairs,
                  row.passages,
                  row.published_at,
                  row.note,
                ].map(String),
              ),
            ),
          );
      }),
    );
}

function describeVersion(version: Version) {
  return {
    version: version.version,
    documents: version.documentCount,
    curated_pairs: version.curatedCount,
    passages: version.passageCount,
    published_at: formatTime(version.publishedAtMs),
    note: version.note,
  };
}
