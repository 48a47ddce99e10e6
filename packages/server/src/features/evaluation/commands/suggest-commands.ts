import { goldenLimits } from '@avow/contract/evaluation';
import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import {
  jsonOption,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
} from '../../content/commands/with-packs.ts';
import { counted, describeGolden, goldenTable } from './golden-commands.ts';
import { readCount } from './read-numbers.ts';
import { reviewSuggestions } from './review-suggestions.ts';
import { withGoldenSet } from './with-evaluations.ts';

interface SuggestOptions extends PackOptions {
  readonly count: number;
  readonly keep?: true;
}

export function addSuggestCommands(evaluations: Command, context: CommandContext): void {
  addSuggest(evaluations, context);
  addReview(evaluations, context);
}

function addSuggest(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('suggest')
    .argument(...packArgument)
    .option('--count <number>', 'how many to suggest at most', readCount(goldenLimits.putMax), 40)
    .option('--keep', 'save the suggestions for "avow eval review"')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('suggest golden questions from the draft of a content pack')
    .action((wanted: string, options: SuggestOptions) =>
      withGoldenSet(context, wanted, options, async (opened) => {
        const { goldenSets, tenant, pack } = opened;
        const { count } = options;
        const isKept = options.keep === true;
        const suggested = stillThere(
          await goldenSets.suggest(tenant.tenantId, pack.packId, { count, isKept }),
        );
        const { terminal } = context;
        if (options.json) return terminal.out(JSON.stringify({ data: suggested.map(describeGolden) }));
        if (suggested.length === 0)
          return terminal.out(`No more questions can be suggested for ${pack.name}.`);
        terminal.out(goldenTable(suggested));
        terminal.err(
          options.keep
            ? `Saved ${counted(suggested.length)}. Accept or dismiss them with "avow eval review ${pack.name}".\n`
            : 'Nothing was saved: --keep saves them.\n',
        );
      }),
    );
}

function addReview(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('review')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('review suggested golden questions: accept, edit or dismiss each')
    .action(async (wanted: string, options: PackOptions) => {
      const { ask } = context.terminal;
      if (ask === undefined)
        throw new UserError(
          'A review needs an interactive terminal. Without one, list the suggestions with "avow eval list PACK --suggested", and import those you want with "avow eval import".',
        );
      await withGoldenSet(context, wanted, options, async (opened) => {
        const done = await reviewSuggestions(context.terminal, ask, opened);
        context.terminal.out(
          options.json
            ? JSON.stringify(done)
            : `${done.accepted} accepted, ${done.dismissed} dismissed, ${done.left} left.`,
        );
      });
    });
}
