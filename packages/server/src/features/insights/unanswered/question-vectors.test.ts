import type { MessageId, TenantId } from '@avow/foundation';
import { waitFor } from '@avow/foundation/testing';
import { expect, it } from 'vitest';
import { createQuestionVectors } from './question-vectors.ts';

it('embeds the questions of several tenants round-robin, however many one of them has', async () => {
  const read: TenantId[] = [];
  const first = Promise.withResolvers<null>();
  const vectors = createQuestionVectors({
    // Returns no vector, so that everything is left to the background.
    encoder: {
      ...{ name: 'e', dimensions: 4 },
      encodeQuestion: async () => null,
      encodePassages: async () => [],
      close: async () => undefined,
    },
    insights: {
      readQuestionVectors: async () => new Map(),
      putQuestionVectors: async () => undefined,
    },
    records: {
      getMessage: (tenantId) => {
        read.push(tenantId);
        return read.length === 1 ? first.promise : Promise.resolve(null);
      },
    },
    hasQuestions: () => false,
    onFailure: (error) => {
      throw error;
    },
  });
  const ask = (tenantId: TenantId, count: number) =>
    vectors.read(
      tenantId,
      Array.from({ length: count }, (_, number) => ({
        key: `${number}`,
        text: 'x',
        messageIds: [`msg_${tenantId}_${number}` as MessageId],
      })),
      async () => undefined,
    );
  await ask('ten_many', 500);
  await ask('ten_few', 3);
  first.resolve(null);
  await waitFor(() => read.length >= 503);
  // Behind one batch of the other tenant.
  expect(read.lastIndexOf('ten_few')).toBeLessThan(64);
  await vectors.stop();
});
