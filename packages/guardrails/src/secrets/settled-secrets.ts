import { foldCharacters } from '../personal-data/fold-characters.ts';
import { findPrivateKeys } from './private-keys.ts';

const keyBegin =
  /-----BEGIN(?![A-Z0-9 ]{0,48}-----)|-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[23]:/g;
const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----$|Private-MAC: [0-9a-f]{40,64}$/;
/** The secret of an access key is recognised by what is near it, before or after. */
const awsSecretForm = /(?<![\w/+=])[A-Za-z0-9/+]{40}(?![\w/+=])/g;
const nearReach = 260;

/**
 * Up to where a text that goes on with white space holds the secrets that are found in it now, whatever follows. Keys and
 * passwords have no white space in them; private keys do, and are not known before their last line. An offset in UTF-16
 * units.
 */
export function settledSecrets(text: string): number {
  const folded = foldCharacters(text);
  const plain = folded.text;
  const closed = findPrivateKeys(plain).filter(({ start, end }) => keyEnd.test(plain.slice(start, end)));
  const openKey = Array.from(plain.matchAll(keyBegin), ({ index }) => index).find(
    (index) => !closed.some(({ start, end }) => index >= start && index < end),
  );
  const openSecret = Array.from(plain.matchAll(awsSecretForm), ({ index }) => index).find(
    (index) => index >= plain.length - nearReach,
  );
  const first = Math.min(openKey ?? plain.length, openSecret ?? plain.length);
  // What stands in a key is of no interest: all of that is replaced.
  const open = closed.find(({ start, end }) => first > start && first < end)?.start ?? first;
  return open >= plain.length ? text.length : folded.originalRange(open, open + 1).start;
}
