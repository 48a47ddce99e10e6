import type { CuratedMatch, Draft } from '@avow/answering';
import type { Encoder } from '@avow/inference';
import type { PassageHit } from '@avow/search';
import { describe, expect, it } from 'vitest';
import { createTryPair, type PairTrialDependencies } from './try-pair.ts';

const pair = {
  ...{ question: 'How do I reset my password?', alternatives: ['I forgot my password'] },
  ...{ answer: 'Use the portal.', source: '', url: null, tags: [], groups: [] },
  ...{ validFromMs: null, validUntilMs: null },
};
/** Of length 1, with this cosine to the vector of every phrasing. */
const vectorAt = (cosine: number) => new Float32Array([cosine, Math.sqrt(1 - cosine * cosine)]);
const served = { packId: 'pack_a', version: 3 } as const;

async function tryIt(text: string, also: { readonly cosine: number; readonly rivalCosine?: number }) {
  let searches = 0;
  const rival = {
    ...{ kind: 'curated', documentId: 'qna_rival', text: 'How do I change the password?', pack: served },
    ...{ vectorScore: also.rivalCosine ?? null, alsoAt: [] },
  } as unknown as PassageHit;
  const parts = {
    knowledge: {
      listServed: async () => [served],
      getCurated: async () => ({ pair: { ...pair, answer: 'Ask the desk.' } }) as unknown as CuratedMatch,
    },
    search: {
      find: async () => {
        searches += 1;
        return { hits: [[rival]], packs: [served], isComplete: true };
      },
    },
    encoder: {
      encodePassages: async (texts: readonly string[]) => texts.map(() => vectorAt(1)),
    } as unknown as Encoder,
    scoring: {
      evidenceOf: ({ found }: Draft) => found,
      inForce: async () => ({ probabilityOf: ({ probability = 1 }) => probability }),
    },
    nowMs: () => 0,
  } as unknown as PairTrialDependencies;
  const attempt = await createTryPair(parts, 'ten_a', { packId: 'pack_a', pair, replaces: null });
  return { match: await attempt({ text, vector: vectorAt(also.cosine) }), searches };
}

describe('createTryPair', () => {
  it('matches a paraphrase, and its own words exactly', async () => {
    const { match } = await tryIt('How can I reset the password?', { cosine: 0.95 });
    expect(match).toMatchObject({ isExact: false, probability: expect.closeTo(0.98, 1) });
    expect((await tryIt('i forgot my password!', { cosine: 0 })).match).toMatchObject({ isExact: true });
  });

  it('does not match a neighbour, nor what a served pair asks more nearly', async () => {
    expect((await tryIt('How long must my password be?', { cosine: 0.9 })).match).toBeNull();
    const asked = 'How can I change the password?';
    expect((await tryIt(asked, { cosine: 0.85, rivalCosine: 0.99 })).match).toBeNull();
  });

  it('does not search for questions that are far off', async () => {
    expect(await tryIt('Where is the canteen?', { cosine: 0.4 })).toEqual({ match: null, searches: 0 });
  });
});
