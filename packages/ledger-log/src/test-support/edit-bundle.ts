import { buildBundle } from './build-bundle.ts';
import { exampleLog } from './example-log.ts';
import { seal } from './example-verifier.ts';

type Json = Record<string, unknown>;

/** The bundle of the example log: its head, thirteen leaves, its end. */
export const lines = await buildBundle(exampleLog);
export const body = lines.slice(0, -1);

/** That bundle with one of its lines changed, and with a last line that fits. Lines are counted from 1. */
export function edit(line: number, change: (members: Json) => Json): string {
  const members: Json = JSON.parse(body[line - 1] ?? '');
  return seal(body.with(line - 1, `${JSON.stringify(change(members))}\n`));
}

export const set = (line: number, change: Json): string =>
  edit(line, (members) => ({ ...members, ...change }));

export const fieldsOf = (members: Json) => members['fields'] as Json;
export const saltsOf = (members: Json) => members['salts'] as Json;
