import { goldenLimits } from '@avow/contract';
import type { Command } from 'commander';
import { systemClock } from '../../clock/clock.ts';
import { UserError } from '../../errors/user-error.ts';
import { suggestQuestions } from '../../evaluating/suggesting/suggest-questions.ts';
import type { CommandContext } from '../command-context.ts';
import { jsonOption, type PackOptions, packArgument, stillThere, tenantOption } from '../packs/with-packs.ts';
import { counted, describeGolden, goldenTable, readAll } from './golden-commands.ts';
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
    .option('--count <number>', 'at most how many', readCount(goldenLimits.putMax), 40)
    .option('--keep', 'keep them in the set, for somebody to accept with "avow eval review"')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('suggest golden questions from the draft of a content pack')
    .action((wanted: string, options: SuggestOptions) =>
      withGoldenSet(context, wanted, options, async (hand) => {
        const { goldenSets, tenant, pack } = hand;
        const { count } = options;
        const place = { tenantId: tenant.tenantId, packId: pack.packId };
        const parts = { knowledge: hand.data.store.knowledge, clock: systemClock };
        const suggested = options.keep
          ? stillThere(await goldenSets.suggest(tenant.tenantId, pack.packId, { count }))
          : await suggestQuestions(parts, place, { count, known: await readAll(hand, undefined) });
        const { terminal } = context;
        if (options.json) return terminal.out(JSON.stringify(suggested.map(describeGolden)));
        if (suggested.length === 0) return terminal.out(`${pack.name} gives rise to no more questions.`);
        terminal.out(goldenTable(suggested));
        terminal.err(
          options.keep
            ? `${counted(suggested.length)} wait for "avow eval review ${pack.name}".\n`
            : 'Nothing was kept: --keep keeps them.\n',
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
    .description('go through suggested golden questions: accept, edit or dismiss each')
    .action(async (wanted: string, options: PackOptions) => {
      const { ask } = context.terminal;
      if (ask === undefined)
        throw new UserError(
          'Nobody is at the terminal to decide. See "avow eval list PACK --suggested"; what you want of it goes into a file for "avow eval import".',
        );
      await withGoldenSet(context, wanted, options, async (hand) => {
        const done = await reviewSuggestions(context.terminal, ask, hand);
        context.terminal.out(
          options.json
            ? JSON.stringify(done)
            : `${done.accepted} accepted, ${done.dismissed} dismissed, ${done.left} left.`,
        );
      });
    });
}
