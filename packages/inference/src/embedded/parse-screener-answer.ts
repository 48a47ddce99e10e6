import { hasOutputs } from './has-outputs.ts';
import type { ScreenerAnswer, ScreenerRequest } from './screener-request.ts';
import { screeningRules, tagCount } from './screening-rules.ts';

/** The answer if it has every output with the right number of finite values; otherwise null. */
export function parseScreenerAnswer({ ids }: ScreenerRequest, answer: unknown): ScreenerAnswer | null {
  const lengths = {
    injection: 1,
    unsafe: screeningRules.unsafeKinds.length,
    tags: ids.length * tagCount,
  };
  return hasOutputs(answer, lengths) ? (answer as ScreenerAnswer) : null;
}
