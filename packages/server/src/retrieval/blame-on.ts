import type { PackVersion } from '../interfaces/identity.ts';
import { isMissing } from './is-missing.ts';
import { PassageSearchError } from './passage-search-error.ts';

/** The error as it concerns this pack: damaged files, and missing ones, mean that it must be staged again. */
export function blameOn(pack: PackVersion, error: unknown): unknown {
  if (error instanceof PassageSearchError && error.kind === 'damaged')
    return new PassageSearchError('damaged', error.message, { pack });
  if (!isMissing(error)) return error;
  return new PassageSearchError('damaged', 'a file of the search index is missing', { pack, cause: error });
}
