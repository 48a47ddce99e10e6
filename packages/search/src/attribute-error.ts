import type { PackVersion } from '@avow/foundation';
import { isNotFound } from './is-not-found.ts';
import { PassageSearchError } from './passage-search-error.ts';

/** Attributes an error to this pack: if files are damaged or missing, it must be staged again. */
export function attributeError(pack: PackVersion, error: unknown): unknown {
  if (error instanceof PassageSearchError && error.kind === 'damaged')
    return new PassageSearchError('damaged', error.message, { pack });
  if (!isNotFound(error)) return error;
  return new PassageSearchError('damaged', 'a file of the search index is missing', { pack, cause: error });
}
