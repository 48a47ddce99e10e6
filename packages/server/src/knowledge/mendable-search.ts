import type { PackVersion } from '../interfaces/identity.ts';

/** What a search says when it fails: `kind` why, and `pack` which version is at fault. */
interface SearchFailure {
  readonly kind?: unknown;
  readonly pack?: PackVersion | null;
}

/**
 * Whether a search failed because it does not have a version, or has it damaged: its files are made from the store, and
 * can be made again.
 */
export function isMendable(error: unknown): boolean {
  const kind = searchFaultOf(error);
  return kind === 'missing_version' || kind === 'damaged';
}

/** The kind of a search's failure; null for any other error. */
export function searchFaultOf(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'PassageSearchError') return null;
  const { kind } = error as SearchFailure;
  return typeof kind === 'string' ? kind : null;
}

/** The version that is to be made again, where the error says so. */
export function brokenVersionOf(error: unknown): PackVersion | null {
  return error instanceof Error ? ((error as SearchFailure).pack ?? null) : null;
}
