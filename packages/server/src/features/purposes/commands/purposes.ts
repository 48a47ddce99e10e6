import { purposesRequestSchema } from '@avow/contract/auditing';
import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { serviceCommand } from '../../../cli/service/service-command.ts';

export function addPurposesCommand(program: Command, context: CommandContext): void {
  const purposes = program.command('purposes').description('show and set what records may be read for');
  serviceCommand(purposes.command('show'), context, {
    description: 'show what records may be read for, and whether a reader must say so',
    call: (service) => service.getPurposes(),
  });
  const set = purposes
    .command('set')
    .argument('[purposes...]', 'each as ID=TITLE, such as annual_audit="Annual audit"; none removes all')
    .option('--required', 'show content of records only to those who name a purpose');
  serviceCommand<{ readonly required?: true }>(set, context, {
    description: 'replace what records may be read for',
    call: (service, { required = false }, words) =>
      service.setPurposes({ required, purposes: readAll({ required, words }) }),
  });
}

function readAll({ required, words }: { readonly required: boolean; readonly words: readonly string[] }) {
  const purposes = words.map((word) => {
    const [id = '', ...title] = word.split('=');
    return { id, title: title.join('=') };
  });
  const read = purposesRequestSchema.safeParse({ required, purposes });
  if (read.success) return read.data.purposes;
  const [issue] = read.error.issues;
  const [, place] = issue?.path ?? [];
  const named = typeof place === 'number' ? `${words[place]}: ` : '';
  throw new UserError(`${named}${issue?.message ?? 'It is not valid'}. Give each purpose as ID=TITLE.`);
}
