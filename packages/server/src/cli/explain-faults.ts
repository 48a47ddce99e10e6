import { AppError, UserError } from '@avow/foundation';
import type { Terminal } from './terminal.ts';

/** Runs the work. If its input has faults, the error message lists each with its location. */
export async function explainFaults<Value>(terminal: Terminal, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.options.errors === undefined) throw error;
    const { errors } = error.options;
    for (const { pointer, message } of errors)
      terminal.err(`${pointer === '' ? '/' : pointer}: ${message}\n`);
    const found = errors.length === 1 ? 'Found 1 fault' : `Found ${errors.length} faults`;
    throw new UserError(`${found}. Nothing was changed.`, { cause: error });
  }
}
