import { scores } from '../personal-data/data-types.ts';
import { foldCharacters } from '../personal-data/fold-characters.ts';
import { resolveOverlaps } from '../personal-data/resolve-overlaps.ts';
import { findAssignedSecrets, findAwsSecrets, findListedPasswords } from './assigned-secrets.ts';
import { isExample, isSlot } from './example-values.ts';
import { findSecretKeys } from './key-formats.ts';
import { findPrivateKeys } from './private-keys.ts';
import type { FoundSecret } from './secret-types.ts';
import { findTokens } from './tokens.ts';

const scheme = /[a-z][a-z0-9+.-]{1,20}$/i;
/** The user name and password, up to the last `@` before the end of the host. */
const credentials = /^([^\s:/?#@"'<>`]{0,64}):([^\s/?#"'<>`]{1,128})@[\w[.-]/;
const reach = 220;
/** Default passwords of databases, and those that documentation uses. */
const wellKnown =
  /^(?:postgres|postgresql|root|guest|admin|user|pass|pwd|mysql|mongo|redis|rabbitmq|test|token|key|db|\w)$/i;

/** Finds passwords in URLs: `https://user:password@host`, also of databases and queues. */
function findPasswordsInUrls(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const after = at + 3;
    const match = credentials.exec(text.slice(after, after + reach));
    if (match === null || !scheme.test(text.slice(Math.max(0, at - 21), at))) continue;
    const [, name = '', password = ''] = match;
    if (isSlotInUrl(password)) continue;
    const start = after + name.length + 1;
    const isKnown = isExample(password) || wellKnown.test(password) || password === name;
    found.push({
      type: 'url_password',
      start,
      end: start + password.length,
      score: isKnown ? scores.hinted : scores.sure,
    });
  }
  return found;
}

/** A short password still counts, unless it is a placeholder. */
function isSlotInUrl(password: string): boolean {
  return password.length > 3 ? isSlot(password) : /^[$%*<{]/.test(password);
}

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
