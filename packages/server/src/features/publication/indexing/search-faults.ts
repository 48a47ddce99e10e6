import type { PackVersion } from '@avow/foundation';

/** The fields of a search failure: `kind` is the reason, `pack` the version concerned. */
interface SearchFailure {
  readonly kind?: unknown;
  readonly pack?: PackVersion | null;
}

/**
 * Whether a search failed because a version is missing or damaged: its files are derived from the store and can be
 * rebuilt.
 */
export function isRepairable(error: unknown): boolean {
  const kind = searchFaultOf(error);
  return kind === 'missing_version' || kind === 'damaged';
}

/** The kind of a search failure; null for any other error. */
export function searchFaultOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'PassageSearchError') return null;
  const { kind } = error as SearchFailure;
  return typeof kind === 'string' ? kind : null;
}

/** The version to rebuild, if the error names one. */
export function brokenVersionOf(error: unknown): PackVersion | null {
  return error instanceof Error ? ((error as SearchFailure).pack ?? null) : null;
}
