import { createPackRequestSchema, formatTime } from '@avow/contract';
import type { Command } from 'commander';
import { findServed } from '../../app/load-pack-folder.ts';
import { UserError } from '../../errors/user-error.ts';
import type { PackId } from '../../interfaces/identity.ts';
import type { Pack } from '../../interfaces/knowledge-store.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTable } from '../terminal.ts';
import {
  jsonOption,
  type PackOptions,
  type PacksAtHand,
  packArgument,
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
      withPacks(context, options, (hand) => listPacks(context, hand, options)),
    );
  packs
    .command('show')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show a content pack, what is served of it and what its draft holds')
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async (hand) => {
        const shown = await describePack(hand, hand.pack);
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
    .option(...jsonOption)
    .description('delete a content pack with all its versions; nothing of it is served any more')
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async ({ packs: content, tenant, pack }) => {
        await content.deletePack(tenant.tenantId, pack.packId);
        terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, deleted: true })
            : `Deleted ${pack.name} (${pack.packId}).`,
        );
      }),
    );
}

async function describePack({ data, tenant }: PacksAtHand, pack: Pack) {
  const version = await findServed(data.store, tenant.tenantId, pack);
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

async function listPacks(
  { terminal }: CommandContext,
  hand: PacksAtHand,
  options: PackOptions,
): Promise<void> {
  const rows: Awaited<ReturnType<typeof describePack>>[] = [];
  for (let after: PackId | null = null; ; ) {
    const page: Pack[] = await hand.packs.listPacks(hand.tenant.tenantId, { after, limit: pageSize });
    for (const pack of page) rows.push(await describePack(hand, pack));
    after = page.at(-1)?.packId ?? null;
    if (after === null || page.length < pageSize) break;
  }
  if (options.json) terminal.out(JSON.stringify(rows));
  else if (rows.length === 0)
    terminal.out(`Tenant ${hand.tenant.name} has no pack. Load one with "avow packs load FOLDER".`);
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
