import { foldCharacters } from '../personal-data/fold-characters.ts';
import { resolveOverlaps } from '../personal-data/resolve-overlaps.ts';
import { findAssignedSecrets, findAwsSecrets, findListedPasswords } from './assigned-secrets.ts';
import { findSecretKeys } from './key-formats.ts';
import { findPasswordsInUrls } from './passwords-in-urls.ts';
import { findPrivateKeys } from './private-keys.ts';
import type { FoundSecret } from './secret-types.ts';
import { findTokens } from './tokens.ts';

/** Longer texts are rejected rather than read in part: unread text must never count as clean. */
export const secretsUnitsMax = 4_000_000;

/**
 * Finds keys, tokens and passwords, in order and without overlaps. Hashes, ids, images and placeholders are not secrets;
 * well-known example values from documentation get a low score.
 */
export function findSecrets(text: string): readonly FoundSecret[] {
  if (text.length > secretsUnitsMax) throw new RangeError(`a text has at most ${secretsUnitsMax} characters`);
  const folded = foldCharacters(text);
  const found = [
    ...findPrivateKeys(folded.text),
    ...findSecretKeys(folded.text),
    ...findTokens(folded.text),
    ...findPasswordsInUrls(folded.text),
    ...findAwsSecrets(folded.text),
    ...findAssignedSecrets(folded.text),
    ...findListedPasswords(folded.text),
  ];
  return resolveOverlaps(found, folded.text.length).map(({ type, start, end, score }) => ({
    type,
    ...folded.originalRange(start, end),
    score,
  }));
}
