import { hasProfanity } from '../profanity/has-profanity.ts';
import { type BuildCheck, subjectOf } from './check-builder.ts';
import { decide } from './decide.ts';

/** Swearing, in English. It is told, and nothing is done about it: people who swear have questions too. */
export const buildProfanity: BuildCheck<'profanity'> = ({ stage, ...given }) => {
  const subject = subjectOf(stage);
  const reasoning = {
    found: `${subject} holds strong language.`,
    clear: `${subject} holds no strong language.`,
  };
  return {
    kind: 'text',
    check: ({ text }) => decide({ score: hasProfanity(text) ? 1 : 0, reasoning }, given),
  };
};
