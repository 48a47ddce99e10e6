import type { Command } from 'commander';
import { type LoadedPack, loadPackFolder } from '../../app/load-pack-folder.ts';
import type { CommandContext } from '../command-context.ts';
import { progressBar } from '../terminal.ts';
import { describeLearned, learnMeanings } from './learn-meanings.ts';
import { jsonOption, type PackOptions, tenantOption, withPacks } from './with-packs.ts';

interface LoadCommandOptions extends PackOptions {
  readonly skipFaulty?: true;
  readonly draft?: true;
  readonly force?: string;
}

export function addLoad(packs: Command, context: CommandContext): void {
  packs
    .command('load')
    .argument(
      '<folder>',
      'a folder of documents (Markdown, text, HTML, PDF, Word, PowerPoint, Excel, CSV, zip) and *.qna.json, *.qna.csv, *.qna.tsv or *.qna.xlsx files with curated pairs',
    )
    .option(...tenantOption)
    .option('--skip-faulty', 'publish what can be read, even if some files cannot')
    .option('--draft', 'read the folder into the draft, and do not publish it')
    .option('--force <why>', 'publish whatever the gate of the pack would say; why is kept with the version')
    .option(...jsonOption)
    .description('make a content pack what a folder is, and publish it; only what changed is read')
    .action((folder: string, options: LoadCommandOptions) => load(context, folder, options));
}

async function load(context: CommandContext, folder: string, options: LoadCommandOptions): Promise<void> {
  const { terminal } = context;
  await withPacks(context, options, async (hand) => {
    const reading = progressBar(terminal, 'Reading');
    const publishing = progressBar(terminal, 'Publishing');
    const loaded = await loadPackFolder(hand.data, hand.tenant.tenantId, folder, {
      skipFaulty: options.skipFaulty === true,
      draftOnly: options.draft === true,
      versionsKept: context.config().packVersionsKept,
      checkGate: hand.checkGate,
      forcedNote: options.force ?? null,
      onProgress: (done, total, step) => {
        if (step === 'publishing') reading.end();
        (step === 'reading' ? reading : publishing).update(done, total);
      },
    }).finally(() => {
      reading.end();
      publishing.end();
    });
    for (const { file, reason } of loaded.faults) terminal.err(`${file}: ${reason}\n`);
    if (!options.json) terminal.out(describeLoaded(loaded));
    const learned =
      loaded.kind === 'draft' || loaded.version === null
        ? 'off'
        : await learnMeanings(context, hand, loaded.version);
    if (options.json) terminal.out(JSON.stringify({ ...loadedJson(loaded), meanings: learned }));
    else if (describeLearned(learned) !== '') terminal.out(describeLearned(learned));
  });
}

function describeLoaded({ kind, pack, version, added, changed, unchanged, removed }: LoadedPack): string {
  const counts =
    version === null
      ? ''
      : `${version.documentCount} documents, ${version.curatedCount} curated pairs, ${version.passageCount} passages`;
  const difference = `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged`;
  switch (kind) {
    case 'published':
      return `Published ${pack.name} version ${version?.version ?? ''} (${pack.packId}): ${counts}.\nSince the last load: ${difference}.`;
    case 'unchanged':
      return `Nothing changed: ${pack.name} stays at version ${version?.version ?? ''} (${counts}).`;
    case 'draft':
      return `Read into the draft of ${pack.name} (${pack.packId}): ${difference}. Publish it with "avow packs publish ${pack.packId}".`;
  }
}

function loadedJson({ kind, pack, version, faults, added, changed, unchanged, removed }: LoadedPack) {
  return {
    result: kind,
    pack_id: pack.packId,
    name: pack.name,
    version: version?.version ?? null,
    documents: version?.documentCount ?? pack.draft.documentCount,
    curated_pairs: version?.curatedCount ?? pack.draft.curatedCount,
    passages: version?.passageCount ?? null,
    counts: { added, changed, unchanged, removed },
    faults,
  };
}
