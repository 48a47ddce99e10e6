import { inspect } from 'node:util';
import { createLog } from '@avow/foundation/log';
import { expect } from 'vitest';
import type { ModelCost, Writing } from '../../language-model.ts';
import { ModelFault } from '../../model-fault.ts';

export interface CollectedOutput {
  readonly text: string;
  readonly pieces: number;
  readonly error: unknown;
  /** Of a `ModelFault`; null where there is none. */
  readonly code: ModelFault['code'] | null;
  readonly cost: ModelCost;
  readonly logProbability: number | null;
}

/** All that is written, and how it ended. No secret may stand in anything that a log or a person could see of an error. */
export async function collectOutput(
  { pieces, cost, logProbability }: Writing,
  secrets: readonly string[] = [],
): Promise<CollectedOutput> {
  const said: string[] = [];
  let error: unknown = null;
  try {
    for await (const piece of pieces) said.push(piece);
  } catch (caught) {
    error = caught;
  }
  if (error instanceof ModelFault) {
    const lines: string[] = [];
    createLog('trace', { write: (line) => lines.push(line) }).error({ err: error, error }, 'refused');
    const shown = `${inspect(error, { depth: 20, showHidden: true })} ${lines.join('')} ${error.stack}`;
    for (const secret of secrets) expect(shown).not.toContain(secret);
    expect(error.cause).toBeUndefined();
  }
  return {
    text: said.join(''),
    pieces: said.length,
    error,
    code: error instanceof ModelFault ? error.code : null,
    cost: await cost,
    logProbability: await logProbability,
  };
}
