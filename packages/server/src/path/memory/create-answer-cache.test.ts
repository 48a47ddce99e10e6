import { describe, expect, it } from 'vitest';
import { type CachedAnswer, type CacheKey, createAnswerCache } from './create-answer-cache.ts';

const asked: CacheKey = {
  question: {
    ...{ tenantId: 'ten_a', text: 'When?', packIds: null, groups: ['staff', 'berlin'] },
    ...{ nowMs: 1, language: 'en' },
  },
  packs: [
    { packId: 'pack_a', version: 1 },
    { packId: 'pack_b', version: 4 },
  ],
  ...{ policyVersion: 'p1', start: { tier: 1, by: 'policy' }, format: 'markdown', schema: null },
};
const answer = { tier: 1, packs: asked.packs } as unknown as CachedAnswer;
const about = (question: Partial<CacheKey['question']>): CacheKey => ({
  ...asked,
  question: { ...asked.question, ...question },
});

function cacheAt(keepMs = 1000, answersMax = 3) {
  let nowMs = 0;
  const cache = createAnswerCache({ keepMs, answersMax, clock: { nowMs: () => nowMs }, models: () => 'm' });
  return { ...cache, wait: (ms: number) => (nowMs += ms) };
}

describe('createAnswerCache', () => {
  it('knows the same question again, whenever it is asked and however its groups and packs are ordered', () => {
    const cache = cacheAt();
    cache.keep(asked, answer);
    const again = {
      ...about({ nowMs: 99, groups: ['berlin', 'staff', 'berlin'] }),
      packs: asked.packs.toReversed(),
    };
    expect(cache.recall(again)).toBe(answer);
  });

  it.each<readonly [string, CacheKey]>([
    ['another tenant', about({ tenantId: 'ten_b' })],
    ['fewer groups', about({ groups: ['staff'] })],
    ['other groups', about({ groups: ['staff', 'paris'] })],
    ['other words', about({ text: 'Where?' })],
    ['another language', about({ language: 'de' })],
    ['fewer packs', about({ packIds: ['pack_a'] })],
    ['a version that was published since', { ...asked, packs: [{ packId: 'pack_a', version: 2 }] }],
    ['another policy', { ...asked, policyVersion: 'p2' }],
    ['another tier to start from', { ...asked, start: { tier: 2, by: 'policy' } }],
    ['a tier that the client wants', { ...asked, start: { tier: 1, by: 'client' } }],
    ['another form', { ...asked, format: 'json' }],
    ['another schema', { ...asked, schema: {} }],
  ])('does not know it of %s', (_, other) => {
    const cache = cacheAt();
    cache.keep(asked, answer);
    expect(cache.recall(other)).toBeNull();
  });

  it('forgets what is old, what was dropped, and the least recently used answer if it is full', () => {
    const cache = cacheAt();
    cache.keep(asked, answer);
    cache.wait(999);
    expect(cache.recall(asked)).toBe(answer);
    cache.wait(1);
    expect(cache.recall(asked)).toBeNull();
    cache.keep(asked, answer);
    // The clock was set back.
    cache.wait(-1);
    expect(cache.recall(asked)).toBeNull();
    cache.keep(asked, answer);
    cache.drop(asked);
    expect(cache.recall(asked)).toBeNull();
    for (const text of ['1', '2', '3']) cache.keep(about({ text }), answer);
    cache.recall(about({ text: '1' }));
    cache.keep(about({ text: '4' }), answer);
    const known = ['1', '2', '3', '4'].filter((text) => cache.recall(about({ text })) !== null);
    expect(known).toEqual(['1', '3', '4']);
  });

  it('forgets all of one tenant, and nothing of another', () => {
    const cache = cacheAt();
    const other = about({ tenantId: 'ten_b' });
    for (const one of [asked, about({ text: 'Why?' }), other]) cache.keep(one, answer);
    cache.forgetTenant('ten_a');
    const known = [asked, about({ text: 'Why?' }), other].map((one) => cache.recall(one) !== null);
    expect(known).toEqual([false, false, true]);
  });

  it('keeps nothing if it is switched off', () => {
    const cache = cacheAt(0);
    cache.keep(asked, answer);
    expect(cache.recall(asked)).toBeNull();
  });
});
