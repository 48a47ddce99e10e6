import { hasProfanity } from '../profanity/has-profanity.ts';
import { type BuildCheck, nameStage } from './check-builder.ts';
import { decide } from './decide.ts';

/** English swear words. People who swear have questions too, so the built-in policy only flags them. */
export const buildProfanity: BuildCheck<'profanity'> = ({ stage, ...given }) => {
  const subject = nameStage(stage);
  const reasoning = {
    found: `${subject} contains strong language.`,
    clear: `${subject} contains no strong language.`,
  };
  return {
    kind: 'text',
    check: ({ text }) => decide({ score: hasProfanity(text) ? 1 : 0, reasoning }, given),
  };
};
