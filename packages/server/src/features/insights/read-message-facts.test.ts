import { createYielder } from '@avow/foundation/concurrency';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MessageFacts } from './insight-store.ts';
import { readMessageFacts } from './read-message-facts.ts';

function factsOf(number: number): MessageFacts {
  return {
    messageId: `msg_${String(number).padStart(6, '0')}`,
    createdAtMs: number,
    status: 'delivered',
    band: 'high',
    confidenceScore: 0.9,
    sourceType: 'qna',
    channelType: 'api',
    timeMs: 1,
    modelTier: 0,
    routingSource: 'qna_match',
    isDegraded: false,
    findings: [],
    audience: [],
  };
}

/** A store with this many messages, newest first. */
const storeOf = (count: number) => {
  const all = Array.from({ length: count }, (_, index) => factsOf(count - index));
  return {
    listFacts: async (
      _tenant: string,
      _period: unknown,
      { before, limit }: { readonly before: string | null; readonly limit: number },
    ) => all.filter(({ messageId }) => before === null || messageId < before).slice(0, limit),
  };
};

it('visits each message once, newest first, up to the limit, and reports whether these are all', async () => {
  const counts = fc.integer({ min: 0, max: 5_000 });
  await fc.assert(
    fc.asyncProperty(counts, fc.integer({ min: 1, max: 5_000 }), async (count, messagesMax) => {
      const seen: number[] = [];
      const counted = await readMessageFacts(
        storeOf(count),
        'ten_1',
        { fromMs: 0, untilMs: 10_000 },
        {
          giveWay: createYielder(),
          visit: ({ createdAtMs }) => seen.push(createdAtMs),
          messagesMax,
        },
      );
      const expected = Math.min(count, messagesMax);
      expect(seen).toEqual(Array.from({ length: expected }, (_, index) => count - index));
      expect(counted).toMatchObject({ counted: expected, complete: count <= messagesMax });
    }),
    { numRuns: 30 },
  );
});
