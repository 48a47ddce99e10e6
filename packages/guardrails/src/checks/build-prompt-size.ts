import { codePointLength } from '@avow/contract/values';
import type { BuildCheck } from './check-builder.ts';
import { decide } from './decide.ts';

/** Prompts longer than the operator wants to answer. The wire contract has a higher limit that applies before any check. */
export const buildPromptSize: BuildCheck<'prompt_size'> = ({ settings, ...given }) => {
  const { code_points_max: codePointsMax } = settings;
  const limit = codePointsMax.toLocaleString('en');
  const reasoning = {
    found: `The prompt is longer than the limit of ${limit} characters.`,
    clear: `The prompt is within the limit of ${limit} characters.`,
  };
  return {
    kind: 'text',
    check: ({ text }) => decide({ score: codePointLength(text) <= codePointsMax ? 0 : 1, reasoning }, given),
  };
};
