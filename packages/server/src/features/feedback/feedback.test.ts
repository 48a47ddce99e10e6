import type { MessageId, TenantId } from '@avow/foundation';
import { endUserAuthor } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { BlockLabel } from './block-label.ts';
import { countBlocks } from './feedback.ts';

const labels = (count: number, label: Pick<BlockLabel, 'author' | 'isRight' | 'threshold'>) =>
  Array.from({ length: count }, (_, at): BlockLabel => {
    const messageId = `msg_${label.threshold}${label.author}${at}` as MessageId;
    return {
      ...label,
      messageId,
      callerId: 'key_1',
      isFromVisitor: false,
      score: 0.9,
      askedAtMs: 0,
      labelledAtMs: 0,
    };
  });
const countOf = (given: readonly BlockLabel[]) =>
  countBlocks({ listBlockLabels: async () => [...given] }, 'ten_1' as TenantId, 0);

it('counts prompts called harmless and rightly blocked, by threshold', async () => {
  const given = [
    ...labels(3, { author: 'key_1', isRight: false, threshold: 'prompt_attack' }),
    ...labels(1, { author: 'key_2', isRight: true, threshold: 'prompt_attack' }),
    ...labels(2, { author: 'key_1', isRight: false, threshold: 'crime' }),
  ];
  expect(await countOf(given)).toEqual({
    prompt_attack: { wrong: 3, right: 1, authorCount: 2, keyCount: 1 },
    crime: { wrong: 2, right: 0, authorCount: 1, keyCount: 1 },
  });
});

it('gives one end user no say over a threshold, whatever is said of others', async () => {
  const given = [
    ...labels(40, { author: 'key_1', isRight: true, threshold: 'prompt_attack' }),
    ...labels(10, { author: endUserAuthor('mallory'), isRight: false, threshold: 'weapons' }),
  ];
  expect((await countOf(given)).weapons).toMatchObject({ wrong: 0, right: 0 });
});
