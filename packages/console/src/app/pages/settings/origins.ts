import type { CallError } from '../../api/call.ts';
import { faultOf } from '../../design/loaded.tsx';

/** The origins that somebody entered in one field. */
export const readOrigins = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((origin) => origin !== '');

/** What is wrong with one of them, or with all. */
export function originFault(error: CallError | null, origins: readonly string[]): string | undefined {
  const ofOne = origins.map((_, at) => faultOf(error, `/origins/${at}`));
  return ofOne.find((fault) => fault !== undefined) ?? faultOf(error, '/origins');
}
