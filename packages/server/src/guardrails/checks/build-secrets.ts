import type { Verdict } from '../../interfaces/guardrail.ts';
import { createPlaceholders } from '../personal-data/placeholders.ts';
import { findSecrets } from '../secrets/find-secrets.ts';
import { type BuildCheck, type CheckGiven, subjectOf } from './check-builder.ts';

/** Keys, tokens and passwords. */
export const buildSecrets: BuildCheck<'secrets'> = (given) => ({
  kind: 'text',
  check: ({ text }) => weigh(text, given),
});

function weigh(text: string, { stage, threshold, action }: CheckGiven<'secrets'>): Verdict {
  const subject = subjectOf(stage);
  const found = findSecrets(text).filter(({ score }) => score >= threshold);
  if (found.length === 0)
    return { kind: 'pass', score: 0, reasoning: `${subject} holds no keys, tokens or passwords.` };
  const score = Math.max(...found.map((one) => one.score));
  const held = found.length === 1 ? 'a key, token or password' : 'keys, tokens or passwords';
  if (action === 'flag') return { kind: 'flag', score, reasoning: `${subject} holds ${held}.` };
  const { placeholderFor } = createPlaceholders(text);
  const redactions = found.map(({ type, start, end }) => ({
    ...{ start, end },
    placeholder: placeholderFor(type, text.slice(start, end)),
  }));
  // Where the text of a blocked prompt is kept, it is kept without what it was blocked for.
  const notAllowed = action === 'block' ? ', which is not allowed here' : '';
  return { kind: action, score, reasoning: `${subject} holds ${held}${notAllowed}.`, redactions };
}
