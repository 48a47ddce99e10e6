import type { ReviewRequest } from '@avow/client';
import { reviewReasons } from '@avow/contract/review';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import {
  givenOf,
  type PageOptions,
  serviceCommand,
  withPageOptions,
} from '../../../cli/service/service-command.ts';

type Decision = Pick<ReviewRequest, 'reason' | 'comment' | 'answer'>;

export function addReviewCommand(program: Command, context: CommandContext): void {
  const review = program.command('review').description('list and decide answers that are pending review');
  serviceCommand<PageOptions>(withPageOptions(review.command('list')), context, {
    description: 'list answers that are pending review, oldest first',
    columns: ['message_id', 'pending_since', 'expires_at', 'question', 'answer'],
    reads: true,
    call: (service, given) => service.listPendingReviews(givenOf(given, ['limit', 'cursor'])),
  });
  serviceCommand(review.command('show').argument('<message-id>', 'msg_…'), context, {
    description: 'show a pending answer with its sources, score and guardrails',
    reads: true,
    call: (service, _given, [messageId = '']) => service.getPendingReview(messageId),
  });
  addWorkCommands(review, context);
  const reason = () => new Option('--reason <reason>', 'why').choices(reviewReasons);
  const delivering = withComment(review.command('deliver'))
    .option('--answer <text>', 'what to deliver in place of the proposed answer')
    .addOption(reason());
  serviceCommand<Decision>(delivering, context, {
    description: 'deliver a pending answer as it is, or edited',
    call: (service, given, [messageId = '']) =>
      service.decideReview(messageId, {
        decision: 'deliver',
        ...givenOf(given, ['comment', 'answer', 'reason']),
      }),
  });
  serviceCommand<Decision>(withComment(review.command('block')).addOption(reason()), context, {
    description: 'block a pending answer',
    call: (service, given, [messageId = '']) =>
      service.decideReview(messageId, { decision: 'block', ...givenOf(given, ['reason', 'comment']) }),
  });
}

/** Who works on what, and what was decided. */
function addWorkCommands(review: Command, context: CommandContext): void {
  serviceCommand(review.command('release').argument('<message-id>', 'msg_…'), context, {
    description: 'say that nobody has taken a pending answer',
    call: (service, _given, [messageId = '']) => service.assignReview(messageId, { assigned_to: null }),
  });
  serviceCommand(review.command('take').argument('<message-id>', 'msg_…'), context, {
    description: 'take a pending answer, unless somebody else has',
    call: (service, _given, [messageId = '']) =>
      service.assignReview(messageId, { assigned_to: 'me', expected: null }),
  });
  const note = review.command('note').argument('<message-id>', 'msg_…').argument('<text>', 'for reviewers');
  serviceCommand(note, context, {
    description: 'add a note for other reviewers',
    call: (service, _given, [messageId = '', text = '']) => service.addReviewNote(messageId, { text }),
  });
  serviceCommand<PageOptions>(withPageOptions(review.command('decisions')), context, {
    description: 'list what was decided, newest first',
    columns: ['message_id', 'outcome', 'decided_by', 'decided_at', 'question'],
    reads: true,
    call: (service, given) => service.listReviewDecisions(givenOf(given, ['limit', 'cursor'])),
  });
  serviceCommand(review.command('figures'), context, {
    description: 'count what is pending, and how long decisions take',
    call: (service) => service.getReviewFigures(),
  });
}

function withComment(command: Command): Command {
  return command.argument('<message-id>', 'msg_…').option('--comment <text>', 'for the audit record');
}
