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
  switch (action) {
    case 'block':
      return { kind: 'block', score, reasoning: `${subject} holds ${held}, which is not allowed here.` };
    case 'flag':
      return { kind: 'flag', score, reasoning: `${subject} holds ${held}.` };
    case 'redact': {
      const { placeholderFor } = createPlaceholders(text);
      const redactions = found.map(({ type, start, end }) => ({
        ...{ start, end },
        placeholder: placeholderFor(type, text.slice(start, end)),
      }));
      return { kind: 'redact', score, reasoning: `${subject} held ${held}, which was replaced.`, redactions };
    }
  }
}
