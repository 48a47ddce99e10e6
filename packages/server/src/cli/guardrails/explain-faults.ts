import { AppError } from '../../errors/app-error.ts';
import { UserError } from '../../errors/user-error.ts';
import type { Terminal } from '../terminal.ts';

/** Does the work; where what was given has faults, each is named with its place. */
export async function explainFaults<Value>(terminal: Terminal, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.options.errors === undefined) throw error;
    const { errors } = error.options;
    for (const { pointer, message } of errors)
      terminal.err(`${pointer === '' ? '/' : pointer}: ${message}\n`);
    const found = errors.length === 1 ? 'There is a fault' : `There are ${errors.length} faults`;
    throw new UserError(`${found} in it. Nothing was changed.`, { cause: error });
  }
}
