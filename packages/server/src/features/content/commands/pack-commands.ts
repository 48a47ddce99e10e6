import { createPackRequestSchema } from '@avow/contract/content';
import { formatTime } from '@avow/contract/values';
import { type PackId, UserError } from '@avow/foundation';
import { readPages } from '@avow/foundation/concurrency';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { confirm } from '../../../cli/confirm.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { Pack, PageAfter } from '../content-store.ts';
import {
  jsonOption,
  type OpenedPacks,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
  withPack,
  withPacks,
} from './with-packs.ts';

export function addPackCommands(packs: Command, context: CommandContext): void {
  const { terminal } = context;
  packs
    .command('create')
    .argument('<name>', 'unique within the tenant; at most 128 characters')
    .option('--description <text>', 'what the pack is about', '')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('create an empty content pack')
    .action(async (name: string, options: PackOptions & { readonly description: string }) => {
      const wanted = createPackRequestSchema.safeParse({ name, description: options.description });
      if (!wanted.success)
        throw new UserError(
          wanted.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
        );
      await withPacks(context, options, async ({ packs: content, tenant }) => {
        const { packId } = await content.createPack(tenant.tenantId, wanted.data);
        terminal.out(
          options.json
            ? JSON.stringify({ pack_id: packId, name })
            : `Created pack ${name} (${packId}).\nAdd documents to it: avow packs add ${packId} FILE`,
        );
      });
    });
  packs
    .command('list')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('list the content packs of a tenant')
    .action((options: PackOptions) =>
      withPacks(context, options, (opened) => listPacks(context, opened, options)),
    );
  packs
    .command('show')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show a content pack, what is served of it and what its draft holds')
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async (opened) => {
        const shown = await describePack(opened, opened.pack);
        terminal.out(
          options.json
            ? JSON.stringify(shown)
            : Object.entries(shown)
                .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`)
                .join('\n'),
        );
      }),
    );
  packs
    .command('delete')
    .argument(...packArgument)
    .option(...tenantOption)
    .option('--yes', 'delete it without a question; needed without a terminal')
    .option(...jsonOption)
    .description('delete a content pack with all its versions; asks for the name of the pack first')
    .action((wanted: string, options: DeleteOptions) =>
      withPack(context, wanted, options, (opened) => deletePack(context, opened, options)),
    );
}

interface DeleteOptions extends PackOptions {
  readonly yes?: true;
}

async function deletePack(
  { terminal }: CommandContext,
  { packs: content, tenant, pack }: OpenedPacks & { readonly pack: Pack },
  options: DeleteOptions,
): Promise<void> {
  const { packId, name, draft, servedVersion } = pack;
  const page = { before: null, limit: versionsPage };
  const versions = stillThere(await content.listVersions(tenant.tenantId, packId, page));
  const kept = versions.filter(({ isRetired }) => !isRetired).length;
  const served = servedVersion === null ? 'none of them served' : `version ${servedVersion} served`;
  const what = `${name} (${packId}) of tenant ${tenant.name}: ${draft.documentCount} documents and ${draft.curatedCount} curated pairs in its draft, ${kept} versions, ${served}`;
  if (options.yes !== true) {
    terminal.err(`This deletes ${what}. It cannot be undone.\n`);
    await confirm(terminal, {
      question: `Type ${name} to delete it: `,
      expected: [name],
      unasked: 'Nothing was changed: without a terminal to ask on, deleting a content pack needs --yes.',
    });
  }
  stillThere((await content.deletePack(tenant.tenantId, packId)) || null);
  terminal.out(options.json ? JSON.stringify({ pack_id: packId, deleted: true }) : `Deleted ${what}.`);
}

async function describePack({ packs: content, tenant }: OpenedPacks, pack: Pack) {
  const version = await content.servedVersion(tenant.tenantId, pack);
  return {
    pack_id: pack.packId,
    name: pack.name,
    description: pack.description,
    version: pack.servedVersion,
    latest_version: pack.latestVersion === 0 ? null : pack.latestVersion,
    documents: version?.documentCount ?? null,
    curated_pairs: version?.curatedCount ?? null,
    passages: version?.passageCount ?? null,
    published_at: version === null ? null : formatTime(version.publishedAtMs),
    draft_documents: pack.draft.documentCount,
    draft_curated_pairs: pack.draft.curatedCount,
    draft_changed: pack.draft.isChanged,
  };
}

const pageSize = 100;
const versionsPage = 1_000;

async function listPacks(
  { terminal }: CommandContext,
  opened: OpenedPacks,
  options: PackOptions,
): Promise<void> {
  const rows: Awaited<ReturnType<typeof describePack>>[] = [];
  const read = (page: PageAfter<PackId>) => opened.packs.listPacks(opened.tenant.tenantId, page);
  for await (const pack of readPages(pageSize, read, ({ packId }) => packId))
    rows.push(await describePack(opened, pack));
  if (options.json) terminal.out(JSON.stringify({ data: rows }));
  else if (rows.length === 0)
    terminal.out(`Tenant ${opened.tenant.name} has no pack. Load one with "avow packs load FOLDER".`);
  else
    terminal.out(
      formatTable(
        ['PACK', 'NAME', 'VERSION', 'DOCUMENTS', 'PAIRS', 'PASSAGES', 'DRAFT'],
        rows.map((row) => [
          row.pack_id,
          row.name,
          String(row.version ?? 'none'),
          String(row.documents ?? ''),
          String(row.curated_pairs ?? ''),
          String(row.passages ?? ''),
          row.draft_changed ? 'changed' : '',
        ]),
      ),
    );
}
