import { largest } from '@avow/foundation';
import type { GuardrailInput, Verdict } from '../guardrail.ts';
import { foldCharacters } from '../personal-data/fold-characters.ts';
import { findSecrets } from '../secrets/find-secrets.ts';
import { findPrivateKeys } from '../secrets/private-keys.ts';
import { type BuildCheck, type CheckGiven, nameStage } from './check-builder.ts';
import { createRedactions } from './create-redactions.ts';

/** Keys, tokens and passwords. */
export const buildSecrets: BuildCheck<'secrets'> = (given) => ({
  kind: 'text',
  reach: given.action === 'redact' ? reachUnits : 'whole',
  settledBefore: ({ text }) => settledSecrets(text),
  check: (input) => buildVerdict(input, given),
});

/** The maximum distance between a secret and what identifies it. A private key is withheld from its first line on. */
const reachUnits = 260;

function buildVerdict(input: GuardrailInput, { stage, threshold, action }: CheckGiven<'secrets'>): Verdict {
  const subject = nameStage(stage);
  const found = findSecrets(input.text).filter(({ score }) => score >= threshold);
  if (found.length === 0)
    return { kind: 'pass', score: 0, reasoning: `${subject} contains no keys, tokens or passwords.` };
  const score = largest(found.map((one) => one.score));
  const description = found.length === 1 ? 'a key, token or password' : 'keys, tokens or passwords';
  if (action === 'flag') return { kind: 'flag', score, reasoning: `${subject} contains ${description}.` };
  const redactions = createRedactions(input, found);
  // If the text of a blocked prompt is stored, it is stored without what it was blocked for.
  const notAllowed = action === 'block' ? ', which is not allowed here' : '';
  return { kind: action, score, reasoning: `${subject} contains ${description}${notAllowed}.`, redactions };
}

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
function settledSecrets(text: string): number {
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
