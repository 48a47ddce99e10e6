import type { PackVersion } from '@avow/foundation';

/**
 * `missing_version` and `damaged`: `pack` must be staged again before it can be searched. `overloaded`: too many
 * searches are queued. `too_large`: more than a version may contain.
 */
export type PassageSearchFault =
  | 'timeout'
  | 'missing_version'
  | 'damaged'
  | 'overloaded'
  | 'too_large'
  | 'failed';

/** The search failed. The error contains nothing of the query: questions do not belong in errors. */
export class PassageSearchError extends Error {
  readonly kind: PassageSearchFault;
  readonly pack: PackVersion | null;

  constructor(
    kind: PassageSearchFault,
    message: string,
    options: { readonly pack?: PackVersion | null; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'PassageSearchError';
    this.kind = kind;
    this.pack = options.pack ?? null;
  }

  /** What logs keep of an error. */
  get code(): PassageSearchFault {
    return this.kind;
  }
}
