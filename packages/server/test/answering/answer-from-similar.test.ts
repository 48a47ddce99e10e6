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
async function ask(
  text: string,
  nearnessOf: (hit: PassageHit) => number | null,
  reader: Parameters<typeof answerFromSimilar>[2]['reader'] = null,
) {
  const { tenantId, store } = workshop;
  const found = await workshop.find('reset password badge', { kind: 'curated' });
  const curated = found.map((hit) => ({ ...hit, vectorScore: nearnessOf(hit) }));
  const question = { tenantId, text, packIds: null, groups: [], nowMs: 0, language: null };
  const retrieved = { packs: [], curated, documents: [], further: [], isDegraded: false };
  return await answerFromSimilar(store.content, question, { retrieved, reader });
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
    const found = typeof byMeaning === 'string' ? undefined : byMeaning?.found;
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

  describe('with a reader', () => {
    const reworded = 'Is there a place where I get a new one for my old badge?';
    const near = ({ text }: PassageHit) => (text.includes('badge') ? 0.8 : 0.65);
    /** Holds the answers with this word to answer the question. */
    const readerOf = (word: string) => ({
      readMs: 1_000,
      read: async (_: string, passages: readonly { readonly text: string }[]) =>
        passages.map(({ text }) => ({
          ...{ relevance: text.includes(word) ? 4 : -6, noAnswerScore: 0 },
          spans: [{ start: 0, end: 1, score: 1 }],
        })),
    });

    it('answers a rewording that shares few words, if the answer is read to answer it', async () => {
      expect(await ask(reworded, near)).toBeNull();
      expect(await ask(reworded, near, readerOf('desk'))).toMatchObject({
        support: [{ quote: 'Ask the desk.' }],
        found: { kind: 'curated_meaning', margin: expect.any(Number) },
      });
      expect(await ask(reworded, near, readerOf('elsewhere'))).toBeNull();
    });

    it('reads nothing that is far, nor for a question in a language that it does not read', async () => {
      expect(await ask(reworded, () => 0.5, readerOf('desk'))).toBeNull();
      expect(
        await ask('Wie bekomme ich einen neuen Ausweis für das Büro?', near, readerOf('desk')),
      ).toBeNull();
    });

    it('goes by the questions alone if the reader has no time, and says so where they are not alike', async () => {
      const late = { readMs: 0, read: async () => null };
      expect(await ask(reworded, near, late)).toBe('unread');
      expect(await ask(reworded, () => 0.5, late)).toBeNull();
      const sure = await ask(asked, ({ text }) => (text.includes('badge') ? 0.6 : 0.95), late);
      expect(sure).toMatchObject({ support: [{ quote: 'Use the portal.' }] });
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
    expect(await answerFromSimilar(store.content, question, { retrieved, reader: null })).toBe('stale');
  });
});
