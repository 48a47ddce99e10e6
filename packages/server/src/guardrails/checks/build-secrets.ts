import type { GuardrailInput, Verdict } from '../../interfaces/guardrail.ts';
import { findSecrets } from '../secrets/find-secrets.ts';
import { settledSecrets } from '../secrets/settled-secrets.ts';
import { type BuildCheck, type CheckGiven, subjectOf } from './check-builder.ts';
import { placeRedactions } from './place-redactions.ts';

/** Keys, tokens and passwords. */
export const buildSecrets: BuildCheck<'secrets'> = (given) => ({
  kind: 'text',
  reach: given.action === 'redact' ? reachUnits : 'whole',
  settledBefore: ({ text }) => settledSecrets(text),
  check: (input) => weigh(input, given),
});

/** How far what tells a secret may stand from it. Of a private key all is held back from its first line on. */
const reachUnits = 260;

function weigh(input: GuardrailInput, { stage, threshold, action }: CheckGiven<'secrets'>): Verdict {
  const subject = subjectOf(stage);
  const found = findSecrets(input.text).filter(({ score }) => score >= threshold);
  if (found.length === 0)
    return { kind: 'pass', score: 0, reasoning: `${subject} holds no keys, tokens or passwords.` };
  const score = Math.max(...found.map((one) => one.score));
  const held = found.length === 1 ? 'a key, token or password' : 'keys, tokens or passwords';
  if (action === 'flag') return { kind: 'flag', score, reasoning: `${subject} holds ${held}.` };
  const redactions = placeRedactions(input, found);
  // Where the text of a blocked prompt is kept, it is kept without what it was blocked for.
  const notAllowed = action === 'block' ? ', which is not allowed here' : '';
  return { kind: action, score, reasoning: `${subject} holds ${held}${notAllowed}.`, redactions };
}
