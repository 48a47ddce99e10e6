import { basename } from 'node:path';
import { groupsSchema, sourceSchema, titleSchema, webAddressSchema } from '@avow/contract';
import { type DocumentId, UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addPreviewCommand } from '../../loading/commands/preview-command.ts';
import type { Job } from '../../jobs/job-store.ts';
import { readBounded } from '../../loading/commands/read-bounded.ts';
import { describeLeftOut, leftOutJson } from '../../publication/commands/screen-unless-served.ts';
import type { PackReport } from '../../publication/publication.ts';
import type { UploadedFile } from '../content.ts';
import {
  awaitJob,
  jsonOption,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
  withPack,
} from './with-packs.ts';

interface AddOptions extends PackOptions {
  readonly source?: string;
  readonly title?: string;
  readonly url?: string;
  readonly groups?: string;
}

/** The limit for one command; more files are loaded as a folder. */
const filesMax = 64;
const textCodePointsMax = 120;

export function addContentCommands(packs: Command, context: CommandContext): void {
  addAdd(packs, context);
  addRemoveDocument(packs, context);
  addImport(packs, context);
  addPreviewCommand(packs, context);
  addReport(packs, context);
}

function addAdd(packs: Command, context: CommandContext): void {
  packs
    .command('add')
    .argument(...packArgument)
    .argument('<files...>', 'documents and archives')
    .option('--source <path>', 'the path within the pack, for one file; its name by default')
    .option('--title <title>', 'for one file; from the file itself by default')
    .option('--url <address>', 'the address at which people read it, for one file')
    .option(
      '--groups <list>',
      'who may get answers from it: groups, separated by commas; everyone by default',
    )
    .option(...tenantOption)
    .option(...jsonOption)
    .description('read files into the draft of a content pack')
    .action(async (wanted: string, paths: string[], options: AddOptions) => {
      const files = await readFiles(paths, options);
      await withPack(context, wanted, options, async (opened) => {
        const begun = await opened.packs.addFiles(opened.tenant.tenantId, opened.pack.packId, files);
        const job = await awaitJob(context, opened, begun, 'Reading');
        showJob(context, opened.pack.packId, job, options);
      });
    });
}

async function readFiles(paths: readonly string[], options: AddOptions): Promise<UploadedFile[]> {
  if (paths.length > filesMax)
    throw new UserError(`At most ${filesMax} files at once: "avow packs load" loads a whole folder.`);
  const ofOne = [options.source, options.title, options.url].some((option) => option !== undefined);
  if (ofOne && paths.length > 1)
    throw new UserError('--source, --title and --url can be used with one file only.');
  const groups = check(
    '--groups',
    groupsSchema,
    options.groups?.split(',').map((group) => group.trim()) ?? [],
  );
  const title = options.title === undefined ? null : check('--title', titleSchema, options.title);
  const url = options.url === undefined ? null : check('--url', webAddressSchema, options.url);
  return await Promise.all(
    paths.map(async (path) => {
      const source = check('--source', sourceSchema, options.source ?? basename(path));
      return { source, bytes: await readBounded(path), title, url, groups };
    }),
  );
}

interface Checking<Value> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: Value }
    | {
        readonly success: false;
        readonly error: { readonly issues: ReadonlyArray<{ readonly message: string }> };
      };
}

function check<Value>(option: string, schema: Checking<Value>, value: unknown): Value {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  throw new UserError(`${option}: ${checked.error.issues.map(({ message }) => message).join(', ')}`);
}

function showJob({ terminal }: CommandContext, packId: string, job: Job, options: PackOptions): void {
  const { added, changed, unchanged, failed } = job.counts;
  terminal.out(
    options.json
      ? JSON.stringify({ pack_id: packId, job_id: job.jobId, counts: job.counts, errors: job.faults })
      : `Updated the draft: ${added} added, ${changed} changed, ${unchanged} unchanged, ${failed} failed.\nPublish it with "avow packs publish ${packId}".`,
  );
}

function addRemoveDocument(packs: Command, context: CommandContext): void {
  packs
    .command('remove-document')
    .argument(...packArgument)
    .argument('<document>', 'its id, or its path within the pack')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('remove a document from the draft; it is served until the next publication')
    .action((wanted: string, document: string, options: PackOptions) =>
      withPack(context, wanted, options, async ({ packs: content, tenant, pack }) => {
        const documentId =
          (await content.findDocument(tenant.tenantId, pack.packId, document)) ?? (document as DocumentId);
        if (!(await content.deleteDocument(tenant.tenantId, pack.packId, documentId)))
          throw new UserError(`The draft of ${pack.name} has no document ${document}.`);
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, document_id: documentId, removed: true })
            : `Removed ${document} from the draft.\nIt is served until the draft is published with "avow packs publish ${pack.packId}".`,
        );
      }),
    );
}

function addImport(packs: Command, context: CommandContext): void {
  packs
    .command('import')
    .argument(...packArgument)
    .argument('<file>', 'JSON, CSV, TSV or XLSX with curated pairs, ours or exported from another product')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('import curated pairs into the draft of a content pack')
    .action(async (wanted: string, path: string, options: PackOptions) => {
      const file = { fileName: basename(path), bytes: await readBounded(path) };
      await withPack(context, wanted, options, async (opened) => {
        const begun = await opened.packs.importPairs(opened.tenant.tenantId, opened.pack.packId, file);
        const job = await awaitJob(context, opened, begun, 'Importing');
        showJob(context, opened.pack.packId, job, options);
      });
    });
}

function addReport(packs: Command, context: CommandContext): void {
  packs
    .command('report')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description(
      'find near-duplicates, contradictions, suspicious texts and historical documents in the draft',
    )
    .action((wanted: string, options: PackOptions) =>
      withPack(context, wanted, options, async ({ packs: content, tenant, pack }) => {
        const report = stillThere(await content.report(tenant.tenantId, pack.packId));
        context.terminal.out(options.json ? JSON.stringify(reportJson(report)) : describeReport(report));
      }),
    );
}

function reportJson({
  draftRevision,
  nearDuplicates,
  contradictions,
  suspicious,
  leftOut,
  unscreenedCount,
  historical,
  isTruncated,
}: PackReport) {
  return {
    draft_revision: draftRevision,
    near_duplicates: nearDuplicates,
    contradictions: contradictions.map(({ kind, reason, questions, places }) => ({
      kind,
      reason,
      places,
      questions: questions.map(({ curatedId, question, answer }) => ({ id: curatedId, question, answer })),
    })),
    suspicious,
    left_out: leftOut.map(leftOutJson),
    unscreened: unscreenedCount,
    historical,
    truncated: isTruncated,
  };
}

function describeReport({
  nearDuplicates,
  contradictions,
  suspicious,
  leftOut,
  unscreenedCount,
  historical,
  isTruncated,
}: PackReport): string {
  const lines = [
    ...describeLeftOut({ leftOut, unscreenedCount }),
    ...suspicious.flatMap(({ reason, ...place }) => [`Suspicious: ${reason}`, describePlace(place)]),
    ...contradictions.flatMap(({ reason, questions, places }) => [
      `Contradiction: ${reason}`,
      ...places.map(describePlace),
      ...questions.map(
        ({ curatedId, question, answer }) =>
          `  ${curatedId}: ${cleanLine(question, textCodePointsMax)} ${cleanLine(answer, textCodePointsMax)}`,
      ),
    ]),
    ...nearDuplicates.flatMap(({ similarity, places }) => [
      `${similarity === 1 ? 'Identical texts' : `Nearly identical texts (${similarity.toFixed(2)})`}:`,
      ...places.map(describePlace),
    ]),
    ...(historical.length > 0 ? ['Ranked below current documents:'] : []),
    ...historical.map(
      ({ id, source, reason }) => `  ${source} (${id}): ${cleanLine(reason, textCodePointsMax)}`,
    ),
  ];
  if (lines.length === 0)
    return 'No near-duplicates, no contradictions, no suspicious texts and no historical documents were found.';
  return [...lines, ...(isTruncated ? ['There are more; only the first are listed.'] : [])].join('\n');
}

function describePlace({
  id,
  source,
  quote,
}: Pick<PackReport['suspicious'][number], 'id' | 'source' | 'quote'>): string {
  return `  ${source} (${id}): ${cleanLine(quote, textCodePointsMax)}`;
}
