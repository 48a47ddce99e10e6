import { resolve } from 'node:path';
import type { Command } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import {
  jsonOption,
  type PackOptions,
  packArgument,
  tenantOption,
  withPack,
} from '../../content/commands/with-packs.ts';
import { requireNewFolder } from '../folder/write-new-folder.ts';

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
  requireNewFolder(folder, 'Nothing was exported.');
  const { terminal } = context;
  await withPack(context, wanted, options, async ({ exportFolder: write, tenant, pack }) => {
    const { documents, pairs, renamed, inexact } = await write(tenant.tenantId, pack, folder);
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
