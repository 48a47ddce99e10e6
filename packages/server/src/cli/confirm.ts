import { UserError } from '@avow/foundation';
import type { Terminal } from './terminal.ts';

/** Rejects unless a person gives an expected answer, such as `y`. Without a terminal nobody is asked. */
export async function confirm(
  { ask }: Pick<Terminal, 'ask'>,
  {
    question,
    expected,
    unasked,
  }: {
    readonly question: string;
    readonly expected: readonly string[];
    /** The error message if there is no terminal. */
    readonly unasked: string;
  },
): Promise<void> {
  if (ask === undefined) throw new UserError(unasked);
  const answer = (await ask(question))?.trim() ?? '';
  if (!expected.includes(answer)) throw new UserError('Nothing was changed.');
}
