export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The token usage in an event of a provider's stream. The library reports it only at the end, but a response that is cut
 * off is billed too. Providers report running totals: the largest number is the last one.
 */
export function readStreamUsage(event: unknown): TokenUsage {
  const { usage, message, usageMetadata, metadata } = fieldsOf(event);
  const reported = [usage, fieldsOf(message).usage, usageMetadata, fieldsOf(metadata).usage].map(fieldsOf);
  const sumOf = (names: readonly string[]) =>
    Math.max(...reported.map((fields) => names.reduce((sum, name) => sum + toTokens(fields[name]), 0)));
  return {
    inputTokens: Math.max(
      // OpenAI's; Anthropic's, which leaves out what a cache gave or took; Google's; Bedrock's.
      sumOf(['prompt_tokens']),
      sumOf(['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']),
      sumOf(['promptTokenCount']),
      sumOf(['inputTokens', 'cacheReadInputTokens', 'cacheWriteInputTokens']),
    ),
    outputTokens: Math.max(
      sumOf(['completion_tokens']),
      sumOf(['output_tokens']),
      sumOf(['candidatesTokenCount', 'thoughtsTokenCount']),
      sumOf(['outputTokens']),
    ),
  };
}

/** A number that a provider sent, where it can be one of tokens; nothing is estimated. */
export function toTokens(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
