import type { AcceptFeedbackRequest, ListFeedbackQuery } from '@avow/client';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { givenOf, serviceCommand, withPageOptions } from '../../../cli/service/service-command.ts';

interface Accept extends Pick<AcceptFeedbackRequest, 'question' | 'answer'> {
  readonly pack?: string;
}

const verdicts = ['right', 'partly', 'wrong'] as const;
const proposals = ['none', 'proposed', 'drafted', 'dismissed'] as const;

export function addFeedbackCommand(program: Command, context: CommandContext): void {
  const feedback = program
    .command('feedback')
    .description('list feedback, and accept or dismiss better answers');
  const list = withPageOptions(feedback.command('list'))
    .addOption(new Option('--verdict <verdict>', 'only with this verdict').choices(verdicts))
    .addOption(new Option('--proposal <state>', 'only with a better answer in this state').choices(proposals))
    .addOption(
      new Option('--state <state>', 'only what waits for somebody, or does not').choices(['open', 'done']),
    );
  serviceCommand<ListFeedbackQuery>(list, context, {
    description: 'list feedback, newest first',
    columns: ['id', 'message_id', 'verdict', 'reason', 'visitor', 'created_at', 'question', 'comment'],
    reads: true,
    call: (service, given) =>
      service.listFeedback(givenOf(given, ['verdict', 'proposal', 'state', 'limit', 'cursor'])),
  });
  serviceCommand(feedback.command('show').argument('<message-id>', 'msg_…'), context, {
    description: 'show the feedback on a message',
    call: (service, _given, [messageId = '']) => service.listMessageFeedback(messageId),
  });
  const accept = feedback
    .command('accept')
    .argument('<feedback-id>', 'fbk_…')
    .option('--pack <pack-id>', 'the pack whose draft gets the pair')
    .option('--question <text>', 'another question than the one asked')
    .option('--answer <text>', 'another answer than the one proposed, or one if none was');
  serviceCommand<Accept>(accept, context, {
    description: 'accept a better answer as a curated pair in the draft of a pack',
    call: (service, { pack, ...given }, [feedbackId = '']) =>
      service.acceptFeedback(feedbackId, {
        ...givenOf(given, ['question', 'answer']),
        ...(pack === undefined ? {} : { content_pack_id: pack }),
      }),
  });
  serviceCommand(feedback.command('dismiss').argument('<feedback-id>', 'fbk_…'), context, {
    description: 'dismiss feedback and its better answer; the verdict still counts',
    call: (service, _given, [feedbackId = '']) => service.dismissFeedback(feedbackId),
  });
}
