/** Below this a token is as good as impossible; some providers then send a number that stands for none. */
const logProbabilityMin = -20;

/**
 * What an event of a provider's stream tells of how sure the model was of its tokens: the log probability of each, as
 * OpenAI and those who are compatible with it put it. The library keeps those of one of the two alone.
 */
export function readToldLogProbabilities(event: unknown): number[] {
  const [choice] = listOf(fieldOf(event, 'choices'));
  const tokens = listOf(fieldOf(fieldOf(choice, 'logprobs'), 'content'));
  return tokens.flatMap((token) => {
    const told = fieldOf(token, 'logprob');
    return typeof told === 'number' && told <= 0 ? [Math.max(logProbabilityMin, told)] : [];
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
