import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { confirmUnless } from '../../../cli/service/confirm-unless.ts';
import { serviceCommand } from '../../../cli/service/service-command.ts';

interface Confirmation {
  readonly yes?: true;
}

/** What can be erased, by its command. */
const kinds = {
  message: { argument: '<message-id>', operation: 'eraseMessage', what: 'a message' },
  'end-user': { argument: '<end-user-id>', operation: 'eraseEndUser', what: 'everything of a person' },
  thread: { argument: '<thread-id>', operation: 'deleteThread', what: 'all messages of a thread' },
} as const;

export function addEraseCommand(program: Command, context: CommandContext): void {
  const erase = program.command('erase').description('erase the content of messages for good');
  for (const [name, { argument, operation, what }] of Object.entries(kinds))
    serviceCommand<Confirmation>(
      erase.command(name).argument(argument).option('--yes', 'do not ask'),
      context,
      {
        description: `erase ${what}; the log keeps its entries`,
        before: ({ yes }) => confirmUnless(yes, context, `This erases ${what}, for good.`),
        call: (service, _given, [id = '']) => service[operation](id),
      },
    );
}
