import { diskFull, isDiskFull, type PackVersion } from '@avow/foundation';
import { PassageSearchError, type PassageSearchFault } from '../passage-search-error.ts';

/** One call of a method by its name. */
export interface SearchCall {
  readonly id: number;
  readonly name: string;
  readonly given: readonly unknown[];
}

/** Errors do not cross between threads as what they are. */
export interface ThreadFault {
  readonly kind: PassageSearchFault | 'range' | 'disk_full';
  readonly message: string;
  readonly pack: PackVersion | null;
  readonly causeCode: string | null;
}

export type ThreadReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: ThreadFault };

/** To a thread: what it works on, before any call. */
export interface ThreadOpening {
  readonly open: unknown;
}

export const closeMessage = 'close';
/** From a thread: it has let go of everything, and can be opened again. */
export const closedMessage = 'closed';

/** Errors of the system name paths, which are nobody's business; their code says what happened. */
export function describeFault(error: unknown): ThreadFault {
  if (error instanceof PassageSearchError)
    return {
      ...{ kind: error.kind, message: error.message, pack: error.pack },
      causeCode: error.cause === undefined ? null : codeOf(error.cause),
    };
  const nothingMore = { pack: null, causeCode: null };
  if (error instanceof RangeError) return { kind: 'range', message: error.message, ...nothingMore };
  if (isDiskFull(error)) return { kind: 'disk_full', message: '', ...nothingMore };
  const causeCode = codeOf(error);
  return { kind: 'failed', message: `the passage search failed: ${causeCode}`, pack: null, causeCode };
}

function codeOf(error: unknown): string {
  return error instanceof Error ? ('code' in error ? String(error.code) : error.name) : 'unknown';
}

export function errorOfFault({ kind, message, pack, causeCode }: ThreadFault): Error {
  switch (kind) {
    case 'range':
      return new RangeError(message);
    case 'disk_full':
      return diskFull();
    default:
      return new PassageSearchError(kind, message, {
        pack,
        ...(causeCode === null
          ? {}
          : { cause: Object.assign(new Error('in a thread of the search'), { code: causeCode }) }),
      });
  }
}
