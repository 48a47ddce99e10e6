import { diskFull, isDiskFull } from '../../errors/disk-full.ts';
import type { PackVersion } from '../../interfaces/identity.ts';
import { PassageSearchError, type PassageSearchFault } from '../passage-search-error.ts';

/** One call of a method by its name. */
export interface ThreadCall {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}

/** Errors do not cross between threads as what they are. */
export interface ThreadFault {
  readonly kind: PassageSearchFault | 'range' | 'disk_full';
  readonly message: string;
  readonly pack: PackVersion | null;
}

export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: ThreadFault };

export const closeMessage = 'close';

/** Errors of the system name paths, which are nobody's business; their code says what happened. */
export function describeFault(error: unknown): ThreadFault {
  if (error instanceof PassageSearchError)
    return { kind: error.kind, message: error.message, pack: error.pack };
  if (error instanceof RangeError) return { kind: 'range', message: error.message, pack: null };
  if (isDiskFull(error)) return { kind: 'disk_full', message: '', pack: null };
  const reason = error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
  return { kind: 'failed', message: `the passage search failed: ${reason}`, pack: null };
}

export function errorOfFault({ kind, message, pack }: ThreadFault): Error {
  switch (kind) {
    case 'range':
      return new RangeError(message);
    case 'disk_full':
      return diskFull();
    default:
      return new PassageSearchError(kind, message, { pack });
  }
}
