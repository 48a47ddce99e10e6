import { rm } from 'node:fs/promises';
import { answerFromSimilar } from '@avow/answering/retrieve';
import type { PassageHit } from '@avow/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ContentFixture,
  openContentFixture,
  pairOf,
} from '../../src/features/content/test-support/open-content-fixture.ts';

let workshop: ContentFixture;

beforeAll(async () => {
  workshop = await openContentFixture();
  const packId = await workshop.createPack();
  for (const [question, answer] of [
    ['How do I reset my password?', 'Use the portal.'],
    ['How do I reset my password again?', 'Use the portal.'],
    ['How do I reset my badge?', 'Ask the desk.'],
  ] as const)
    await workshop.packs.createPair(workshop.tenantId, packId, pairOf(question, answer));
  await workshop.publish(packId);
});

afterAll(async () => {
  await workshop.close();
  await rm(workshop.directory, { recursive: true, force: true });
});

/** Asks with the hits that the search gives, each as near as is said. */
async function ask(text: string, nearnessOf: (hit: PassageHit) => number | null) {
  const { tenantId, store } = workshop;
  const found = await workshop.find('reset password badge', { kind: 'curated' });
  const curated = found.map((hit) => ({ ...hit, vectorScore: nearnessOf(hit) }));
  const question = { tenantId, text, packIds: null, groups: [], nowMs: 0, language: null };
  const retrieved = { packs: [], curated, documents: [], further: [], isDegraded: false };
  return await answerFromSimilar(store.content, question, retrieved);
}

const asked = 'What do I do when I forgot my password?';

describe('answerFromSimilar', () => {
  it('answers a paraphrase by semantic search; pairs with the same answer do not compete', async () => {
    const draft = await ask(asked, ({ text }) => (text.includes('badge') ? 0.6 : 0.95));
    expect(draft).toMatchObject({
      support: [{ quote: 'Use the portal.' }],
      found: { kind: 'curated_meaning' },
    });
  });

  it('reports the margin above the best pair with another answer', async () => {
    const byMeaning = await ask(asked, ({ text }) => (text.includes('badge') ? 0.6 : 0.95));
    const found = byMeaning === 'stale' ? undefined : byMeaning?.found;
    expect(found).toMatchObject({ kind: 'curated_meaning', margin: expect.any(Number) });
    const byWords = await ask('how to reset the password', () => null);
    expect(byWords).toMatchObject({
      // Of "reset", "password" and "badge" the two questions share one of three.
      found: { kind: 'curated_similar', similarity: 1, margin: expect.closeTo(2 / 3, 1) },
    });
  });

  it('answers nothing if another answer is as near', async () => {
    const unnamed = 'What do I do when I forgot it?';
    const passwordsAt = (nearness: number) => (hit: PassageHit) =>
      hit.text.includes('badge') ? nearness : 0.92;
    expect(await ask(unnamed, passwordsAt(0.92))).toBeNull();
    expect(await ask(unnamed, passwordsAt(0.6))).toMatchObject({ support: [{ quote: 'Use the portal.' }] });
  });

  it('compares keywords if one of the questions has no vector yet', async () => {
    const nearnessOf = ({ text }: PassageHit) => (text.includes('badge') ? null : 0.95);
    expect(await ask(asked, nearnessOf)).toBeNull();
    expect(await ask('how to reset the password', nearnessOf)).toMatchObject({
      support: [{ quote: 'Use the portal.' }],
      found: { kind: 'curated_similar' },
    });
  });

  it('is stale if the nearest pair is gone', async () => {
    const gone = (await workshop.find('reset badge', { kind: 'curated' })).map((hit) => ({
      ...hit,
      documentId: 'cur_gone' as PassageHit['documentId'],
      vectorScore: 0.97,
    }));
    const { tenantId, store } = workshop;
    const question = {
      tenantId,
      text: 'How do I renew my badge?',
      packIds: null,
      groups: [],
      nowMs: 0,
      language: null,
    };
    const curated = gone.filter(({ text }) => text.includes('badge'));
    const retrieved = { packs: [], curated, documents: [], further: [], isDegraded: false };
    expect(await answerFromSimilar(store.content, question, retrieved)).toBe('stale');
  });
});
