import { largest } from '@avow/foundation/statistics';
import type { GuardrailInput, Verdict } from '../guardrail.ts';
import { findSecrets } from '../secrets/find-secrets.ts';
import { settledSecrets } from '../secrets/settled-secrets.ts';
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
