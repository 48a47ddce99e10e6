import { formatTime } from '@avow/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { findServed } from '../../app/load-pack-folder.ts';
import { UserError } from '../../errors/user-error.ts';
import type { Version } from '../../interfaces/knowledge-store.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTable } from '../terminal.ts';
import { describeLearned, learnMeanings } from './learn-meanings.ts';
import {
  awaitJob,
  jsonOption,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
  withPack,
} from './with-packs.ts';

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
    .option('--note <text>', 'kept with the version', '')
    .option('--force', 'publish whatever the gate of the pack would say; the note says why')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('publish the draft of a content pack as its next version')
    .action(
      async (wanted: string, options: PackOptions & { readonly note: string; readonly force?: true }) => {
        if ([...options.note].length > noteCodePointsMax)
          throw new UserError(`A note has at most ${noteCodePointsMax} characters.`);
        const isForced = options.force === true;
        if (isForced && options.note.trim() === '')
          throw new UserError('Whoever passes the gate by says why, with --note.');
        await withPack(context, wanted, options, async (hand) => {
          const { tenantId } = hand.tenant;
          const { packId, name, servedVersion } = hand.pack;
          const begun = await hand.packs.publish(tenantId, packId, { note: options.note, isForced });
          await awaitJob(context, hand, begun, 'Publishing');
          const pack = stillThere(await hand.packs.getPack(tenantId, packId));
          const version = stillThere(await findServed(hand.data.store, tenantId, pack));
          const isNew = version.version !== servedVersion;
          if (!options.json)
            terminal.out(
              isNew
                ? `Published ${name} version ${version.version}: ${version.documentCount} documents, ${version.curatedCount} curated pairs, ${version.passageCount} passages.`
                : `Nothing changed: ${name} stays at version ${version.version}.`,
            );
          const meanings = await learnMeanings(context, hand, version);
          if (options.json)
            terminal.out(JSON.stringify({ pack_id: packId, ...describeVersion(version), meanings }));
          else if (describeLearned(meanings) !== '') terminal.out(describeLearned(meanings));
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
    .description('serve a version again that was published before')
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
            : `${pack.name} is served at version ${version}. Its draft is as it was.`,
        );
      }),
    );
}

function readVersion(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Expected the number of a version.');
  return Number(text);
}

function addUnpublish(packs: Command, context: CommandContext): void {
  packs
    .command('unpublish')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('serve nothing of a content pack; its draft and its versions stay')
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async ({ packs: content, tenant, pack }) => {
        stillThere(await content.unpublish(tenant.tenantId, pack.packId));
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, version: null })
            : `Nothing of ${pack.name} is served any more.`,
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
        if (options.json) context.terminal.out(JSON.stringify(rows));
        else if (rows.length === 0) context.terminal.out(`${pack.name} was never published.`);
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
