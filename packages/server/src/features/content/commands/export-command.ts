import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { openParser } from '../../../app/open-parser.ts';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { writePackFolder } from '../folder/write-pack-folder.ts';
import { jsonOption, type PackOptions, packArgument, tenantOption, withPack } from './with-packs.ts';

const namedMax = 20;

export function addExportFolder(packs: Command, context: CommandContext): void {
  packs
    .command('export')
    .argument(...packArgument)
    .argument('<folder>', 'the folder to write; it must not exist yet')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('write the draft of a content pack to a folder that "avow packs load" loads again')
    .addHelpText('after', explanation)
    .action((wanted: string, folder: string, options: PackOptions) =>
      exportFolder(context, { wanted, folder: resolve(folder), options }),
    );
}

const explanation = `
Documents are written with the text that Avow has read from them: the text of a file such as a PDF becomes Markdown.
Titles, addresses and groups are in the front matter of each file, and curated pairs in pairs.qna.json.`;

async function exportFolder(
  context: CommandContext,
  {
    wanted,
    folder,
    options,
  }: { readonly wanted: string; readonly folder: string; readonly options: PackOptions },
): Promise<void> {
  if (existsSync(folder)) throw new UserError(`${folder} already exists. Nothing was exported.`);
  if (!statSync(dirname(folder), { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`There is no folder ${dirname(folder)}.`);
  const { terminal } = context;
  await withPack(context, wanted, options, async ({ data, tenant, pack }) => {
    const parser = openParser(context.config());
    const wantedFolder = { tenantId: tenant.tenantId, pack, folder, parser };
    const exported = await writePackFolder(data.store.content, wantedFolder).finally(() => parser.close());
    const { documents, pairs, renamed, inexact } = exported;
    if (options.json) {
      terminal.out(JSON.stringify({ pack_id: pack.packId, folder, documents, pairs, renamed, inexact }));
      return;
    }
    terminal.out(`${folder}: ${documents} documents and ${pairs} curated pairs`);
    for (const line of renamed.slice(0, namedMax))
      terminal.out(`  written as Markdown: ${cleanLine(line, 200)}`);
    if (renamed.length > namedMax) terminal.out(`  and ${renamed.length - namedMax} more`);
    for (const source of inexact.slice(0, namedMax))
      terminal.err(`${cleanLine(source, 200)}: loading it again will read it slightly differently\n`);
  });
}
