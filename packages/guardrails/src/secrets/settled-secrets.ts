import { foldCharacters } from '../personal-data/fold-characters.ts';
import { findPrivateKeys } from './private-keys.ts';

const keyBegin =
  /-----BEGIN(?![A-Z0-9 ]{0,48}-----)|-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[23]:/g;
const keyEnd = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----$|Private-MAC: [0-9a-f]{40,64}$/;
/** An AWS secret access key is recognised by the text before or after it. */
const awsSecretForm = /(?<![\w/+=])[A-Za-z0-9/+]{40}(?![\w/+=])/g;
const nearReach = 260;

/**
 * The length of the prefix, in UTF-16 units, whose findings cannot change if the text continues with white space and
 * anything after it. Keys and passwords contain no white space; private keys do, and are settled only by their last line.
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
  // Findings within a private key do not matter, because all of it is replaced.
  const open = closed.find(({ start, end }) => first > start && first < end)?.start ?? first;
  return open >= plain.length ? text.length : folded.originalRange(open, open + 1).start;
}
