import { formatTime } from '@avow/contract';
import type { Command } from 'commander';
import { loadPackFolder, removeLoadedPack } from '../../app/load-pack-folder.ts';
import { UserError } from '../../errors/user-error.ts';
import { type CommandContext, pickTenant, withData } from '../command-context.ts';
import { formatTable, progressBar } from '../terminal.ts';

interface PackOptions {
  readonly tenant?: string;
  readonly json?: true;
}

const tenantOption = ['--tenant <tenant>', 'id or name; needed only where there are several'] as const;

export function addPacksCommand(program: Command, context: CommandContext): void {
  const packs = program.command('packs').description('load, list and remove content packs');
  addLoad(packs, context);
  addList(packs, context);
  addRemove(packs, context);
}

function addLoad(packs: Command, context: CommandContext): void {
  packs
    .command('load')
    .argument(
      '<folder>',
      'a folder of documents (Markdown, text, HTML, PDF, Word, PowerPoint, Excel, CSV, zip) and *.qna.json files with curated pairs',
    )
    .option(...tenantOption)
    .option('--skip-faulty', 'load what can be read, even if some files cannot')
    .option('--json', 'print JSON')
    .description('publish a folder as a content pack; loading it again replaces what changed')
    .action(async (folder: string, options: PackOptions & { skipFaulty?: true }) => {
      await withData(context, async (data) => {
        const tenant = await pickTenant(data, options.tenant);
        const bar = progressBar(context.terminal, 'Indexing');
        const loaded = await loadPackFolder(data, tenant.tenantId, folder, {
          skipFaulty: options.skipFaulty === true,
          onProgress: bar.update,
        }).finally(bar.end);
        for (const { file, reason } of loaded.faults) context.terminal.err(`${file}: ${reason}\n`);
        const { pack, kind } = loaded;
        if (options.json) {
          context.terminal.out(
            JSON.stringify({
              result: kind,
              pack_id: pack.packId,
              name: pack.name,
              version: pack.version,
              documents: pack.documentCount,
              curated_pairs: pack.curatedCount,
              passages: pack.passageCount,
              faults: loaded.faults,
            }),
          );
          return;
        }
        const counts = `${pack.documentCount} documents, ${pack.curatedCount} curated pairs, ${pack.passageCount} passages`;
        context.terminal.out(
          kind === 'unchanged'
            ? `Nothing changed: ${pack.name} stays at version ${pack.version} (${counts}).`
            : `Published ${pack.name} version ${pack.version} (${pack.packId}): ${counts}.`,
        );
      });
    });
}

function addList(packs: Command, context: CommandContext): void {
  packs
    .command('list')
    .option(...tenantOption)
    .option('--json', 'print JSON')
    .description('list the content packs of a tenant')
    .action(async (options: PackOptions) => {
      await withData(context, async (data) => {
        const tenant = await pickTenant(data, options.tenant);
        const rows = (await data.store.knowledge.listPacks(tenant.tenantId)).map((pack) => ({
          pack_id: pack.packId,
          name: pack.name,
          version: pack.version,
          documents: pack.documentCount,
          curated_pairs: pack.curatedCount,
          passages: pack.passageCount,
          published_at: formatTime(pack.publishedAtMs),
        }));
        if (options.json) context.terminal.out(JSON.stringify(rows));
        else if (rows.length === 0)
          context.terminal.out(`Tenant ${tenant.name} has no pack. Load one with "avow packs load FOLDER".`);
        else
          context.terminal.out(
            formatTable(
              ['PACK', 'NAME', 'VERSION', 'DOCUMENTS', 'PAIRS', 'PASSAGES', 'PUBLISHED'],
              rows.map((row) => Object.values(row).map(String)),
            ),
          );
      });
    });
}

function addRemove(packs: Command, context: CommandContext): void {
  packs
    .command('remove')
    .argument('<pack>', 'id or name')
    .option(...tenantOption)
    .option('--json', 'print JSON')
    .description('remove a content pack; nothing of it is served any more')
    .action(async (wanted: string, options: PackOptions) => {
      await withData(context, async (data) => {
        const tenant = await pickTenant(data, options.tenant);
        const pack = (await data.store.knowledge.listPacks(tenant.tenantId)).find(
          ({ packId, name }) => packId === wanted || name === wanted,
        );
        if (pack === undefined)
          throw new UserError(`Tenant ${tenant.name} has no pack ${wanted}. See "avow packs list".`);
        await removeLoadedPack(data, tenant.tenantId, pack.packId);
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, removed: true })
            : `Removed ${pack.name} (${pack.packId}).`,
        );
      });
    });
}
