import type { Question, Retrieved, WritingOptions } from '@avow/answering';
import { gatherSources } from '@avow/answering/testing';
import type { PassageHit } from '@avow/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ContentFixture,
  openContentFixture,
  pairOf,
} from '../../src/features/content/test-support/open-content-fixture.ts';

let workshop: ContentFixture;
let question: Question;

const fees = '# Fees\n\nThe fee 😀 is 5 €.';
const longAnswer = `${'Twenty words are said here. '.repeat(400)}End.`;

beforeAll(async () => {
  workshop = await openContentFixture();
  const packId = await workshop.createPack();
  const many = Array.from({ length: 12 }, (_, at) => [
    `many-${at}.md`,
    `Opening hours of desk ${at}: 9 to ${at}.`,
  ]);
  await workshop.addText(packId, {
    'fees.md': fees,
    'copy.md': 'The fee 😀  is 5 €.\n',
    ...Object.fromEntries(many),
  });
  await workshop.addText(packId, { 'secret.md': 'The secret fee is 7 €.' }, ['board']);
  const { tenantId, packs } = workshop;
  await packs.createPair(tenantId, packId, pairOf('How much is the fee?', 'It is 5 €, *as ever*.'));
  await packs.createPair(tenantId, packId, pairOf('What is said of the fee?', longAnswer));
  await workshop.publish(packId);
  question = {
    tenantId,
    text: 'What is the fee?',
    packIds: null,
    groups: [],
    nowMs: Date.now(),
    language: null,
  };
});

afterAll(() => workshop.close());

const gather = (
  found: Partial<Retrieved>,
  asked: Partial<Question> = {},
  filterTexts: WritingOptions['filterTexts'] = async () => new Set(),
) => {
  const nothing = { packs: [], curated: [], documents: [], further: [], isDegraded: false };
  const retrieved = { ...nothing, ...found };
  return gatherSources(
    workshop.store.content,
    { ...question, ...asked },
    { retrieved, filterTexts, unitsMax: 16_000 },
  );
};

describe('gatherSources', () => {
  it('leaves out a curated answer, or what a document is called, that a guardrail objects to', async () => {
    const documents = await workshop.find('fee €');
    const curated = await workshop.find('how much fee', { kind: 'curated' });
    const all = await gather({ documents, curated });
    const seen: string[] = [];
    const left = await gather({ documents, curated }, {}, async (texts) => {
      seen.push(...texts);
      return new Set(texts.keys().filter((position) => texts[position]?.includes('\n')));
    });
    expect(seen.length).toBeGreaterThanOrEqual(all.length);
    expect(left.every(({ documentId }) => documentId.startsWith('doc_'))).toBe(true);
    expect(left.length).toBeLessThan(all.length);
    expect(left.map(({ number }) => number)).toEqual(left.map((_, position) => position + 1));
  });

  it('gives passages and curated answers as they are stored, numbered', async () => {
    const documents = await workshop.find('fee €');
    const curated = await workshop.find('how much fee', { kind: 'curated' });
    const sources = await gather({ documents, curated });
    expect(sources.map(({ number }) => number)).toEqual(sources.map((_, at) => at + 1));
    const { tenantId, groups, nowMs } = question;
    for (const { documentId, start, text } of sources) {
      const end = start + Array.from(text).length;
      const stored = workshop.store.content.readQuote(tenantId, { documentId, start, end, groups, nowMs });
      expect(await stored).toBe(text);
    }
    expect(sources).toContainEqual(
      expect.objectContaining({ text: 'It is 5 €, *as ever*.', context: 'How much is the fee?', start: 0 }),
    );
    expect(sources.find(({ source }) => source === 'fees.md' || source === 'copy.md')).toMatchObject({
      text: expect.stringContaining('fee 😀'),
    });
    expect(sources.every(({ text }) => text.length <= 4_000)).toBe(true);
  });

  it('has no two with the same words, and each place once', async () => {
    const documents = await workshop.find('fee €');
    expect(new Set(documents.map(({ documentId }) => documentId)).size).toBeGreaterThan(1);
    const sources = await gather({ documents, further: [{ asked: 'fee', documents }] });
    expect(sources.filter(({ text }) => text.includes('fee'))).toHaveLength(1);
  });

  it('takes from all lists in turns, eight at most', async () => {
    const documents = await workshop.find('opening hours desk');
    const further = [{ asked: 'fee', documents: await workshop.find('fee €') }];
    const sources = await gather({ documents, further });
    expect(sources).toHaveLength(8);
    expect(sources[1]?.text).toContain('fee');
  });

  it('leaves out what is gone, or not for this viewer', async () => {
    const [hit] = (await workshop.find('secret fee', { groups: ['board'] })) as [PassageHit];
    expect(hit.text).toContain('secret');
    expect(await gather({ documents: [hit] }, { groups: ['board'] })).toHaveLength(1);
    expect(await gather({ documents: [hit] })).toEqual([]);
    const replaced = { ...hit, pack: { ...hit.pack, version: hit.pack.version + 1 } };
    expect(await gather({ documents: [replaced] }, { groups: ['board'] })).toEqual([]);
    const [pair] = (await workshop.find('how much fee', { kind: 'curated' })) as [PassageHit];
    expect(await gather({ curated: [{ ...pair, documentId: 'qna_00000000000000000000000000' }] })).toEqual(
      [],
    );
    expect(await gather({})).toEqual([]);
  });
});
