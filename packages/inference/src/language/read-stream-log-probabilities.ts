/** Below this a token is practically impossible; some providers then send a placeholder. */
const logProbabilityMin = -20;

/**
 * The log probabilities of the tokens in an event of a provider's stream, in the format of OpenAI and compatible
 * servers. The library passes on those of only one of the two.
 */
export function readStreamLogProbabilities(event: unknown): number[] {
  const [choice] = listOf(fieldOf(event, 'choices'));
  const tokens = listOf(fieldOf(fieldOf(choice, 'logprobs'), 'content'));
  return tokens.flatMap((token) => {
    const value = fieldOf(token, 'logprob');
    return typeof value === 'number' && value <= 0 ? [Math.max(logProbabilityMin, value)] : [];
  });
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
