import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import type { OpenDataset } from '../datasets/dataset.ts';
import { openDify } from '../datasets/open-dify.ts';
import { openOnyx } from '../datasets/open-onyx.ts';
import { openRagflow } from '../datasets/open-ragflow.ts';
import { writeDatasetFolder } from '../datasets/write-dataset-folder.ts';
import { requireNewFolder } from '../folder/write-new-folder.ts';

interface ImportOptions {
  readonly url: string;
  readonly keyFile: string;
  readonly dataset?: string;
  readonly json?: true;
}

interface Product {
  readonly open: OpenDataset;
  readonly says: string;
  readonly datasetIs?: string;
}

const products: Readonly<Record<string, Product>> = {
  dify: {
    open: openDify,
    says: 'a dataset of Dify; the address is that of its API, such as https://api.dify.ai/v1',
  },
  ragflow: { open: openRagflow, says: 'a dataset of RAGFlow; the address is that of the server' },
  onyx: {
    open: openOnyx,
    says: 'the documents of Onyx; the address is that of its API, such as https://cloud.onyx.app/api',
    datasetIs:
      'the id of a connector, as in the address of its page; by default what its ingestion API was given',
  },
};

export function addImportCommand(program: Command, { terminal }: CommandContext): void {
  const command = program.command('import').description('fetch datasets of other products into a folder');
  for (const [
    name,
    { open, says, datasetIs = 'the id of the dataset; the only one by default' },
  ] of Object.entries(products)) {
    const sub = command
      .command(name)
      .argument('<folder>', 'the folder to write; it must not exist yet')
      .requiredOption('--url <address>', 'the address of the API', readUrl)
      .requiredOption('--key-file <file>', 'a file with the API key, which is never written anywhere');
    sub.option('--dataset <id>', datasetIs);
    sub
      .option(...jsonOption)
      .description(`fetch ${says}`)
      .addHelpText('after', '\nLoad the folder with "avow packs load", which shows what it would change.')
      .action((folder: string, options: ImportOptions) =>
        fetchDataset(terminal, open, { folder: resolve(folder), options }),
      );
  }
}

async function fetchDataset(
  terminal: CommandContext['terminal'],
  open: OpenDataset,
  { folder, options }: { readonly folder: string; readonly options: ImportOptions },
): Promise<void> {
  requireNewFolder(folder, 'Nothing was fetched.');
  const { url, dataset = null } = options;
  const opened = await open({ url, key: readKey(options.keyFile), dataset });
  const written = await writeDatasetFolder(opened, folder);
  if (options.json) return terminal.out(JSON.stringify({ folder, ...written }));
  terminal.out(
    `${folder}: ${written.files} documents and ${written.pairs} curated pairs of "${cleanLine(written.name, 100)}"`,
  );
  for (const reason of written.skipped.slice(0, 50)) terminal.err(`left out: ${cleanLine(reason, 200)}\n`);
}

function readKey(path: string): string {
  try {
    const key = readFileSync(path, 'utf8').trim();
    if (/^[\x21-\x7e]{1,4096}$/.test(key)) return key;
  } catch {
    throw new UserError(`${path} cannot be read.`);
  }
  throw new UserError(`${path} must contain the API key, and nothing else.`);
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '')
    throw new InvalidArgumentError('Expected an http or https address.');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
