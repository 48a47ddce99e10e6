import type { PassageHit, PassageQuery } from '@avow/search';
import { describe, expect, it } from 'vitest';
import type { Question } from '../question.ts';
import { scriptedReader } from '../read/test-support/scripted-reader.ts';
import { findRestricted } from './find-restricted.ts';

const pack = { packId: 'pack_a', version: 1 } as const;
const question: Question = {
  ...{ tenantId: 'ten_a', text: 'When does plan Falcon begin?', packIds: null, groups: ['staff'], nowMs: 0 },
  language: null,
};

const hitOf = (text: string, also: Partial<PassageHit> = {}): PassageHit => ({
  ...{ kind: 'document', documentId: 'doc_a', revision: 1, ordinal: 0, headings: 'Plans', text },
  ...{ start: 0, end: text.length, groups: ['board'], validFromMs: null, validUntilMs: null },
  ...{ pack, score: 1, wordScore: 1, vectorScore: null, alsoAt: [], ...also },
});
const falcon = hitOf('Plan Falcon will begin on the third of March.');

interface Given {
  readonly hits?: readonly PassageHit[];
  readonly filterTexts?: (texts: readonly string[]) => Promise<ReadonlySet<number>>;
  readonly isWithoutReader?: boolean;
  readonly isWithoutPacks?: boolean;
}

/** The search finds these, as far as the groups of the query may see them. */
async function find({ hits = [falcon], filterTexts = async () => new Set(), ...given }: Given = {}) {
  const asked: PassageQuery[] = [];
  const sees = ({ groups }: PassageHit, wanted: PassageQuery) =>
    wanted.groups === 'all' || groups.length === 0 || groups.some((group) => wanted.groups.includes(group));
  const search = {
    find: async (_: string, queries: readonly PassageQuery[]) => {
      asked.push(...queries);
      const ofQuery = (wanted: PassageQuery) =>
        hits.filter((hit) => hit.kind === wanted.kind && sees(hit, wanted));
      return { packs: [pack], isComplete: true, hits: queries.map(ofQuery) };
    },
  };
  const reader = given.isWithoutReader === true ? null : scriptedReader();
  const listPacks = async () => (given.isWithoutPacks === true ? [] : [pack]);
  const parts = { search, reader, listPacks };
  return {
    found: await findRestricted(parts, question, {
      vector: null,
      filterTexts,
      limits: { leftMs: () => 60_000 },
    }),
    asked,
  };
}

describe('findRestricted', () => {
  it('is true if a passage hidden from the caller answers, by reading or by keywords', async () => {
    expect((await find()).found).toBe(true);
    expect((await find({ isWithoutReader: true })).found).toBe(true);
  });

  it('is true if a curated pair hidden from the caller asks the same', async () => {
    const pair = { kind: 'curated', documentId: 'qna_a', headings: '' } as const;
    expect((await find({ hits: [hitOf('When does the plan Falcon begin?', pair)] })).found).toBe(true);
    expect((await find({ hits: [hitOf('When does plan Eagle begin?', pair)] })).found).toBe(false);
  });

  it.each([
    ['everybody may see it', [{ ...falcon, groups: [] }]],
    ['the caller is in one of its groups', [{ ...falcon, groups: ['board', 'staff'] }]],
    ['the same words are in a place that the caller may see', [falcon, { ...falcon, groups: ['staff'] }]],
    ['it speaks of something else', [hitOf('The canteen serves bread.')]],
    ['there is nothing', []],
  ])('is false if %s', async (_, hits) => {
    expect((await find({ hits })).found).toBe(false);
    expect((await find({ hits, isWithoutReader: true })).found).toBe(false);
  });

  it('reads nothing that a guardrail objects to, and nothing if no pack is served', async () => {
    expect((await find({ filterTexts: async (texts) => new Set(texts.keys()) })).found).toBe(false);
    const { found, asked } = await find({ isWithoutPacks: true });
    expect([found, asked]).toEqual([false, []]);
  });
});
