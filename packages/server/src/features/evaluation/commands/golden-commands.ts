import { goldenLimits } from '@avow/contract/evaluation';
import { formatTime } from '@avow/contract/values';
import type { GoldenId, GoldenQuestion } from '@avow/evaluation';
import { expectationToWire } from '@avow/evaluation';
import { expectedInWords } from '@avow/evaluation/report';
import { UserError } from '@avow/foundation';
import { readAllPages } from '@avow/foundation/concurrency';
import type { Command } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import { explainFaults } from '../../../cli/explain-faults.ts';
import { readJsonInput } from '../../../cli/read-input.ts';
import { formatTable } from '../../../cli/terminal.ts';
import {
  jsonOption,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
} from '../../content/commands/with-packs.ts';
import type { PageAfter } from '../../content/content-store.ts';
import { writeOutputFile } from './report-files.ts';
import { type OpenedGoldenSet, withGoldenSet } from './with-evaluations.ts';

/** Enough for the largest golden set. */
const fileBytesMax = 16 * 1024 * 1024;

export function addGoldenCommands(evaluations: Command, context: CommandContext): void {
  addList(evaluations, context);
  addImport(evaluations, context);
  addExport(evaluations, context);
  addRemove(evaluations, context);
}

interface ListOptions extends PackOptions {
  readonly suggested?: true;
  readonly accepted?: true;
}

function addList(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('list')
    .argument(...packArgument)
    .option('--suggested', 'only suggestions that are not accepted yet')
    .option('--accepted', 'only accepted questions')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('list the golden questions of a content pack')
    .action(async (wanted: string, options: ListOptions) => {
      if (options.suggested && options.accepted)
        throw new UserError('Use either --suggested or --accepted, not both.');
      await withGoldenSet(context, wanted, options, async (opened) => {
        const state = options.suggested ? 'suggested' : options.accepted ? 'accepted' : undefined;
        const questions = await readAll(opened, state);
        if (options.json) context.terminal.out(JSON.stringify({ data: questions.map(describeGolden) }));
        else if (questions.length === 0)
          context.terminal.out(
            `${opened.pack.name} has no golden questions. "avow eval suggest ${opened.pack.name}" suggests some.`,
          );
        else context.terminal.out(goldenTable(questions));
      });
    });
}

/** Every question of a golden set, or of one state. */
export async function readAll(
  { goldenSets, tenant, pack }: OpenedGoldenSet,
  state: GoldenQuestion['state'] | undefined,
): Promise<GoldenQuestion[]> {
  const filter = state === undefined ? {} : { state };
  const read = async (page: PageAfter<GoldenId>) =>
    stillThere(await goldenSets.list(tenant.tenantId, pack.packId, filter, page));
  return await readAllPages(goldenLimits.putMax, read, ({ goldenId }) => goldenId);
}

export function goldenTable(questions: readonly GoldenQuestion[]): string {
  return formatTable(
    ['ID', 'STATE', 'FROM', 'QUESTION', 'EXPECTS'],
    questions.map((golden) => [
      ...[golden.goldenId, golden.state, golden.origin, cleanLine(golden.question, 60)],
      cleanLine(expectedInWords({ expects: expectationToWire(golden.expects) }).join(' '), 60),
    ]),
  );
}

export function describeGolden(golden: GoldenQuestion) {
  const { goldenId, question, expects, state, origin, messageId, note, groups, updatedAtMs } = golden;
  return {
    ...{ id: goldenId, question, expects: expectationToWire(expects), state, origin },
    ...{ message_id: messageId, note, groups, updated_at: formatTime(updatedAtMs) },
  };
}

function addImport(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('import')
    .argument(...packArgument)
    .argument('<file>', 'a file of golden questions, as "export" writes it; - reads standard input')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('import golden questions from a file; existing ones are replaced')
    .addHelpText('after', fileExample)
    .action(async (wanted: string, file: string, options: PackOptions) => {
      const given = await readJsonInput(file, fileBytesMax);
      await withGoldenSet(context, wanted, options, async ({ goldenSets, tenant, pack }) => {
        const importing = Promise.try(() => goldenSets.importFile(tenant.tenantId, pack.packId, given));
        const kept = stillThere(await explainFaults(context.terminal, importing));
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, imported: kept.length })
            : `${counted(kept.length)} of ${pack.name} imported.`,
        );
      });
    });
}

const fileExample = `
Example of a file. Of each fact one of the alternatives is enough, and one of the sources must be cited.

  {
    "format": "avow-golden/1",
    "questions": [
      {
        "question": "How many days of holiday do I get?",
        "expects": { "kind": "answer", "sources": ["leave.md"], "facts": [["27 days", "twenty-seven days"]] }
      },
      { "question": "Who won the cup?", "expects": { "kind": "not_covered" } }
    ]
  }`;

function addExport(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('export')
    .argument(...packArgument)
    .argument('[file]', 'the file to write; standard output by default')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('write the accepted golden questions of a content pack to a file')
    .action((wanted: string, file: string | undefined, options: PackOptions) =>
      withGoldenSet(context, wanted, options, async ({ goldenSets, tenant, pack }) => {
        const exported = stillThere(await goldenSets.exportFile(tenant.tenantId, pack.packId));
        const text = JSON.stringify(exported, null, 2);
        if (file === undefined) return context.terminal.out(text);
        await writeOutputFile(file, `${text}\n`);
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, exported: exported.questions.length, file })
            : `${counted(exported.questions.length)} of ${pack.name} written to ${file}.`,
        );
      }),
    );
}

interface RemoveOptions extends PackOptions {
  readonly suggested?: true;
}

function addRemove(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('remove')
    .argument(...packArgument)
    .argument('[ids...]', 'ids of golden questions (gld_…)')
    .option('--suggested', 'all suggestions that are not accepted yet')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('remove golden questions from a content pack')
    .action(async (wanted: string, ids: string[], options: RemoveOptions) => {
      if (ids.length > 0 === (options.suggested === true))
        throw new UserError('Name the ids of the questions, or use --suggested, not both.');
      await withGoldenSet(context, wanted, options, async (opened) => {
        const { goldenSets, tenant, pack } = opened;
        const goldenIds = options.suggested
          ? (await readAll(opened, 'suggested')).map(({ goldenId }) => goldenId)
          : (ids as GoldenId[]);
        const removed = await goldenSets.remove(tenant.tenantId, pack.packId, goldenIds);
        if (removed === 0 && goldenIds.length > 0)
          throw new UserError(`${pack.name} has no such golden question. See "avow eval list ${pack.name}".`);
        context.terminal.out(
          options.json
            ? JSON.stringify({ pack_id: pack.packId, removed })
            : `${counted(removed)} of ${pack.name} removed.`,
        );
      });
    });
}

export function counted(count: number): string {
  return count === 1 ? '1 golden question' : `${count} golden questions`;
}
