import type { PackVersion } from '../interfaces/identity.ts';

/**
 * `missing_version` and `damaged`: `pack` must be staged again before it can be searched. `overloaded`: too many searches
 * wait already. `too_large`: more than one version may hold.
 */
export type PassageSearchFault =
  | 'timeout'
  | 'missing_version'
  | 'damaged'
  | 'overloaded'
  | 'too_large'
  | 'failed';

/** The search could not be carried out. Says nothing of what was searched for: questions do not belong in errors. */
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
}
