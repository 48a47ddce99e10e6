import { anything, assert, property } from 'fast-check';
import { expect, it } from 'vitest';
import { readStreamUsage } from './read-stream-usage.ts';

it.each([
  ['OpenAI', { choices: [], usage: { prompt_tokens: 7, completion_tokens: 3 } }, [7, 3]],
  [
    'Anthropic, at first',
    {
      type: 'message_start',
      message: { usage: { input_tokens: 7, cache_read_input_tokens: 5, output_tokens: 1 } },
    },
    [12, 1],
  ],
  ['Anthropic, later', { type: 'message_delta', usage: { output_tokens: 3 } }, [0, 3]],
  [
    'Google',
    { usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, thoughtsTokenCount: 4 } },
    [7, 7],
  ],
  ['Bedrock', { metadata: { usage: { inputTokens: 7, outputTokens: 3 } } }, [7, 3]],
  ['nobody', { choices: [{ delta: { content: 'said' } }] }, [0, 0]],
  ['liars', { usage: { prompt_tokens: -7, completion_tokens: 1e300 } }, [0, 0]],
])('reads what %s tells', (_, event, [inputTokens, outputTokens]) => {
  expect(readStreamUsage(event)).toEqual({ inputTokens, outputTokens });
});

it('reads anything at all as a number of tokens', () => {
  assert(
    property(anything(), (event) => {
      const { inputTokens, outputTokens } = readStreamUsage({ usage: event, message: event });
      expect(inputTokens).toBeGreaterThanOrEqual(0);
      expect(outputTokens).toBeGreaterThanOrEqual(0);
      readStreamUsage(event);
    }),
  );
});
