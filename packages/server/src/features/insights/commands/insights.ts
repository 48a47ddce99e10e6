import type { ListUnansweredQuery } from '@avow/client';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import {
  givenOf,
  type PeriodOptions,
  serviceCommand,
  withPageOptions,
  withPeriodOptions,
} from '../../../cli/service/service-command.ts';

const states = ['open', 'drafted', 'published', 'dismissed'] as const;

export function addInsightsCommand(program: Command, context: CommandContext): void {
  const insights = program
    .command('insights')
    .description('read what many messages have in common: unanswered questions, confidence, cost, latency');
  const unanswered = withPageOptions(withPeriodOptions(insights.command('unanswered'))).addOption(
    new Option('--state <state>', 'only groups in this state').choices(states),
  );
  serviceCommand<ListUnansweredQuery>(unanswered, context, {
    description: 'list groups of questions that were not answered, largest first',
    columns: ['group_id', 'count', 'state', 'last_asked_at', 'question'],
    reads: true,
    call: (service, given) =>
      service.listUnanswered(givenOf(given, ['from', 'to', 'state', 'limit', 'cursor'])),
  });
  for (const change of ['dismiss', 'reopen'] as const) {
    const command = withPeriodOptions(
      insights.command(change).argument('<group-id>', 'of "insights unanswered"'),
    );
    serviceCommand<PeriodOptions>(command, context, {
      description: change === 'dismiss' ? 'dismiss a group of questions' : 'reopen a group of questions',
      call: (service, given, [groupId = '']) => {
        const period = givenOf(given, ['from', 'to']);
        return change === 'dismiss'
          ? service.dismissUnanswered(groupId, period)
          : service.reopenUnanswered(groupId, period);
      },
    });
  }
  const figures = {
    activity: 'getActivityInsight',
    confidence: 'getConfidenceInsight',
    cost: 'getCostInsight',
    latency: 'getLatencyInsight',
    guardrails: 'getGuardrailInsight',
  } as const;
  for (const [name, operation] of Object.entries(figures))
    serviceCommand<PeriodOptions>(withPeriodOptions(insights.command(name)), context, {
      description: `read figures on ${name}`,
      call: (service, given) => service[operation](givenOf(given, ['from', 'to'])),
    });
}
