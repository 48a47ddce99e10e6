import type { CommandContext } from '../command-context.ts';
import { confirm } from '../confirm.ts';

/** Asks a person before something that cannot be undone, unless `--yes` was given. */
export async function confirmUnless(
  yes: true | undefined,
  { terminal }: Pick<CommandContext, 'terminal'>,
  warning: string,
): Promise<void> {
  if (yes) return;
  await confirm(terminal, {
    question: `${warning} Continue? [y/N] `,
    expected: ['y', 'yes'],
    unasked: `${warning} Add --yes to do it without being asked.`,
  });
}
