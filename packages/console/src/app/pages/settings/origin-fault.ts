import type { CallError } from '../../api/call.ts';
import { faultOf } from '../../design/loaded.tsx';

/** What is wrong with one of the origins that were sent, or with all. */
export function originFault(error: CallError | null, origins: readonly string[]): string | undefined {
  const ofOne = origins.map((_, at) => faultOf(error, `/origins/${at}`));
  return ofOne.find((fault) => fault !== undefined) ?? faultOf(error, '/origins');
}
