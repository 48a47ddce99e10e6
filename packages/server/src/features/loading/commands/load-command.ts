import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { openParser } from '../../../app/open-parser.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { confirm } from '../../../cli/confirm.ts';
import { progressBar } from '../../../cli/terminal.ts';
import {
  jsonOption,
  type OpenedPacks,
  type PackOptions,
  tenantOption,
  withPacks,
} from '../../content/commands/with-packs.ts';
import { describeEmbedding, embedUnlessServed } from '../../publication/commands/embed-unless-served.ts';
import {
  describeScreening,
  screeningJson,
  screenUnlessServed,
} from '../../publication/commands/screen-unless-served.ts';
import { composePackLoader } from '../compose/compose-pack-loader.ts';
import type { LoadedPack, LoadOptions } from '../create-pack-loader.ts';
import type { LoadPlan } from '../load-plan.ts';
import { findRefusal, isDestructive } from '../load-refusal.ts';
import { countActions } from '../loading.ts';
import { describePlan, planJson } from './describe-plan.ts';

interface LoadCommandOptions extends PackOptions {
  readonly dryRun?: true;
  readonly yes?: true;
  readonly skipFaulty?: true;
  readonly draft?: true;
  readonly restore?: true;
  readonly prune?: true;
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
    .option('--dry-run', 'print what would be added, changed and removed, and change nothing')
    .option('--yes', 'apply the plan without a question')
    .option('--skip-faulty', 'load what can be read, even if some files cannot')
    .option('--draft', 'read the folder into the draft, and do not publish it')
    .option('--restore', 'add back what people removed from the draft and the folder still has')
    .option('--prune', 'also remove what did not come from the folder, such as uploads and drafted pairs')
    .option(
      '--force <why>',
      'remove more than half of the pack if the plan says so, and publish whatever its gate would say; why is kept with the version',
    )
    .option(...jsonOption)
    .description(
      'bring a content pack up to date with a folder, and publish it; shows the plan, and asks on a terminal',
    )
    .addHelpText('after', unaskedHelp)
    .action((folder: string, options: LoadCommandOptions) =>
      withPacks(context, options, (opened) =>
        options.dryRun === true
          ? plan(context, opened, folder, options)
          : load(context, opened, folder, options),
      ),
    );
}

const unaskedHelp = `
Without a terminal, as in a script, a plan that only adds and changes is applied. One that removes something, or
replaces what a person wrote, needs --yes.`;

/** Draws the bars of a load, and ends them before any other output. */
function openBars({ terminal }: CommandContext) {
  const reading = progressBar(terminal, 'Reading');
  const publishing = progressBar(terminal, 'Publishing');
  const onProgress: LoadOptions['onProgress'] = (done, total, step) => {
    if (step === 'publishing') reading.end();
    (step === 'reading' ? reading : publishing).update(done, total);
  };
  const end = () => {
    reading.end();
    publishing.end();
  };
  return { onProgress, end };
}

function toLoadOptions(options: LoadCommandOptions): Omit<LoadOptions, 'onProgress'> {
  return {
    skipFaulty: options.skipFaulty === true,
    draftOnly: options.draft === true,
    restore: options.restore === true,
    prune: options.prune === true,
    forcedNote: options.force ?? null,
  };
}

function refusalOf(plan: LoadPlan, options: LoadCommandOptions): string | null {
  return findRefusal(plan, {
    skipFaulty: options.skipFaulty === true,
    isForced: options.force !== undefined,
  });
}

async function plan(
  context: CommandContext,
  { data, tenant }: OpenedPacks,
  folder: string,
  options: LoadCommandOptions,
): Promise<void> {
  const { terminal } = context;
  const bars = openBars(context);
  const made = await composePackLoader(data, () => openParser(context.config()))
    .plan(tenant.tenantId, folder, {
      ...toLoadOptions(options),
      onProgress: bars.onProgress,
    })
    .finally(bars.end);
  const refusal = refusalOf(made, options);
  const { name, packId, unchangedCount: unchanged } = made;
  if (options.json)
    terminal.out(
      JSON.stringify({
        ...{ result: 'planned', pack_id: packId, name, refusal },
        ...{ counts: { ...countActions(made), unchanged }, ...planJson(made) },
      }),
    );
  else {
    terminal.out(describePlan(made));
    terminal.out(
      refusal === null ? 'Nothing was changed: this was a dry run.' : `It would be refused. ${refusal}`,
    );
  }
}

async function load(
  context: CommandContext,
  opened: OpenedPacks,
  folder: string,
  options: LoadCommandOptions,
): Promise<void> {
  const { terminal } = context;
  const bars = openBars(context);
  const loaded = await composePackLoader(opened.data, () => openParser(context.config()))
    .load(opened.tenant.tenantId, folder, {
      ...toLoadOptions(options),
      versionsKept: context.config().packVersionsKept,
      checkGate: opened.checkGate,
      onProgress: bars.onProgress,
      confirm: async (plan) => {
        bars.end();
        await confirmPlan(context, plan, options);
      },
    })
    .finally(bars.end);
  if (!options.json) terminal.out(describeLoaded(loaded));
  const embedding =
    loaded.kind === 'draft' || loaded.version === null
      ? 'off'
      : await embedUnlessServed(context, opened, loaded.version);
  const screening = await screenUnlessServed(context, opened, loaded.pack.packId, {
    isStopped: embedding === 'interrupted',
  });
  if (options.json)
    terminal.out(JSON.stringify({ ...loadedJson(loaded), embedding, ...screeningJson(screening) }));
  else
    for (const line of [describeEmbedding(embedding), describeScreening(screening)])
      if (line !== '') terminal.out(line);
}

/** Shows the plan, and asks for confirmation if it changes anything and there is a terminal. */
async function confirmPlan(
  { terminal }: CommandContext,
  plan: LoadPlan,
  options: LoadCommandOptions,
): Promise<void> {
  const isAsked = terminal.ask !== undefined && options.yes !== true;
  if (!options.json || isAsked) terminal.err(`${describePlan(plan)}\n`);
  const refusal = refusalOf(plan, options);
  if (refusal !== null) throw new UserError(refusal);
  if (options.yes === true) return;
  const isNothing = plan.items.length === 0 && (plan.unpublishedCount === 0 || options.draft === true);
  if (isNothing || (terminal.ask === undefined && !isDestructive(plan))) return;
  await confirm(terminal, {
    question: options.draft === true ? 'Apply it to the draft? [y/N] ' : 'Apply and publish it? [y/N] ',
    expected: ['y', 'Y', 'yes'],
    unasked: [
      ...(options.json ? [describePlan(plan)] : []),
      'Nothing was changed, since this removes something, or replaces what a person wrote. If that is intended, load it with --yes.',
    ].join('\n'),
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

function loadedJson({ kind, pack, version, plan, added, changed, unchanged, removed }: LoadedPack) {
  return {
    result: kind,
    pack_id: pack.packId,
    name: pack.name,
    version: version?.version ?? null,
    documents: version?.documentCount ?? pack.draft.documentCount,
    curated_pairs: version?.curatedCount ?? pack.draft.curatedCount,
    passages: version?.passageCount ?? null,
    counts: { added, changed, unchanged, removed },
    ...planJson(plan),
  };
}
