import { expect, test } from 'vitest';
import {
  firstStaged,
  type OpenPassageSearchForTest,
  otherPackId,
  packId,
  passageOf,
  searchedPassages,
  secondVersion,
  useSearchedPacks,
} from './searched-packs.suite.ts';

export function describeVisibility(open: OpenPassageSearchForTest): void {
  const packs = useSearchedPacks(open);
  const { stage, find, textsOf } = packs;
  const otherTenant = 'ten_other';
  const otherPack = { packId: otherPackId, version: 1 };

  test('searches only the packs and versions named', async () => {
    await stage([passageOf('leave one')]);
    await stage([passageOf('leave two')], { pack: secondVersion });
    await stage([passageOf('leave other')], { pack: otherPack });
    expect(await textsOf('leave')).toEqual(['leave one']);
    expect(await textsOf('leave', { packs: [secondVersion] })).toEqual(['leave two']);
    expect(await textsOf('leave', { packs: [] })).toEqual([]);
    const both = await find('leave', { packs: [secondVersion, otherPack] });
    expect(both.map(({ text, pack }) => [text, pack])).toEqual(
      expect.arrayContaining([
        ['leave two', secondVersion],
        ['leave other', otherPack],
      ]),
    );
    expect(both).toHaveLength(2);
    expect(await textsOf('leave', { packs: [firstStaged, firstStaged] })).toEqual(['leave one']);
  });

  test('tenants see nothing of one another, and clean up nothing of one another', async () => {
    await stage([passageOf('leave of the one')]);
    await stage([passageOf('leave of the other')], { tenantId: otherTenant });
    expect(await textsOf('leave')).toEqual(['leave of the one']);
    expect(await textsOf('leave', {}, otherTenant)).toEqual(['leave of the other']);
    await packs.search.prune(otherTenant, { packId, keep: [] });
    expect(await textsOf('leave')).toEqual(['leave of the one']);
    await expect(find('leave', {}, otherTenant)).rejects.toMatchObject({ kind: 'missing_version' });
  });

  test('a passage for some groups is found by their members alone', async () => {
    await stage([
      passageOf('leave of all'),
      passageOf('leave of the board', { ordinal: 1, groups: ['board', 'owners'] }),
      passageOf('leave of staff', { ordinal: 2, groups: ['staff'] }),
    ]);
    const found = async (...groups: string[]) => (await textsOf('leave', { groups })).sort();
    expect(await found()).toEqual(['leave of all']);
    expect(await found('owners')).toEqual(['leave of all', 'leave of the board']);
    expect(await found('staff', 'board')).toEqual(['leave of all', 'leave of staff', 'leave of the board']);
    expect(await found('boar', 'board owners', '')).toEqual(['leave of all']);
    expect(await found('all')).toEqual(['leave of all']);
  });

  test('a historical passage ranks below a current one that matches as well, and above one that matches less', async () => {
    await stage([
      passageOf('days of leave were counted in hours', { documentId: 'doc_a', isHistorical: true }),
      passageOf('days of leave are counted in weeks', { documentId: 'doc_b' }),
      passageOf('paternity leave before the reform', { documentId: 'doc_c', isHistorical: true }),
    ]);
    expect((await textsOf('days of leave counted')).slice(0, 2)).toEqual([
      'days of leave are counted in weeks',
      'days of leave were counted in hours',
    ]);
    expect((await textsOf('paternity leave before the reform'))[0]).toBe('paternity leave before the reform');
  });

  test('words that stand in a current document too are current, but only for those who may see it', async () => {
    const words = 'leave is counted in days';
    await stage([
      passageOf(words, { documentId: 'doc_a', isHistorical: true }),
      passageOf('leave is counted in weeks', { documentId: 'doc_b' }),
      passageOf(words, { documentId: 'doc_c', groups: ['board'] }),
    ]);
    const found = async (...groups: string[]) =>
      (await find('leave is counted', { groups })).map(({ documentId }) => documentId);
    expect(await found()).toEqual(['doc_b', 'doc_a']);
    expect(new Set(await found('board'))).toEqual(new Set(['doc_b', 'doc_c']));
  });

  test('without regard to groups all are found, and each says whom it is kept to', async () => {
    await stage([
      passageOf('leave of all'),
      passageOf('leave of the board', { ordinal: 1, groups: ['board', 'owners'] }),
      passageOf('leave of the past', { ordinal: 2, groups: ['staff'], validUntilMs: 1 }),
    ]);
    const hits = await find('leave', { groups: 'all', nowMs: 1 });
    expect(new Map(hits.map(({ text, groups }) => [text, groups]))).toEqual(
      new Map([
        ['leave of all', []],
        ['leave of the board', ['board', 'owners']],
      ]),
    );
    expect(await textsOf('leave')).toEqual(['leave of all']);
  });

  test('found from the first instant of its validity until the last', async () => {
    await stage([
      passageOf('leave now', { validFromMs: 100, validUntilMs: 200 }),
      passageOf('leave later', { ordinal: 1, validFromMs: 200 }),
      passageOf('leave before', { ordinal: 2, validUntilMs: 100 }),
    ]);
    const at = async (nowMs: number) => await textsOf('leave', { nowMs });
    expect(await at(99)).toEqual(['leave before']);
    expect(await at(100)).toEqual(['leave now']);
    expect(await at(199)).toEqual(['leave now']);
    expect(await at(200)).toEqual(['leave later']);
    expect(await at(99)).toEqual(['leave before']);
  });

  test('documents and curated questions are searched apart', async () => {
    await stage([
      passageOf('leave in a document'),
      passageOf('How much leave?', { kind: 'curated', documentId: 'qna_01h455vb4pex5vsknk084sn02w' }),
    ]);
    expect(await textsOf('leave')).toEqual(['leave in a document']);
    expect(await find('leave', { kind: 'curated' })).toMatchObject([
      { text: 'How much leave?', kind: 'curated', documentId: 'qna_01h455vb4pex5vsknk084sn02w' },
    ]);
  });

  test('what the viewer may not see takes no part in the ranking', async () => {
    const seen = searchedPassages([
      'leave request form',
      'leave leave form and much more of it',
      'request for a desk',
    ]);
    const hidden = Array.from({ length: 50 }, (_, n) =>
      passageOf(`request ${n} request request`, { ordinal: 100 + n, groups: ['board'] }),
    );
    await stage(seen);
    await stage([...seen, ...hidden], { pack: { packId: otherPackId, version: 1 } });
    const scoresOf = async (given: Parameters<typeof find>[1]) =>
      (await find('leave request', given)).map(({ text, wordScore }) => [text, wordScore?.toFixed(6)]);
    expect(await scoresOf({ packs: [otherPack] })).toEqual(await scoresOf({}));
    expect(await scoresOf({ packs: [otherPack], groups: ['board'] })).not.toEqual(await scoresOf({}));
  });

  test('the same words are found once, with every place that the viewer may see', async () => {
    const words = 'leave is twenty days';
    await stage([
      passageOf(words, { documentId: 'doc_a', ordinal: 3, start: 5, end: 25 }),
      passageOf(words, { documentId: 'doc_b', groups: ['board'] }),
      passageOf(words, { documentId: 'doc_c', validUntilMs: 10 }),
      passageOf(words, { documentId: 'doc_d', headings: 'Elsewhere' }),
      passageOf(words, { documentId: 'doc_e' }),
    ]);
    await stage([passageOf(words, { documentId: 'doc_f' })], { pack: otherPack });
    const [hit, ...others] = await find('twenty days', { packs: [firstStaged, otherPack] });
    expect(others.map(({ headings }) => headings)).toEqual(['Elsewhere']);
    expect([hit?.documentId, ...(hit?.alsoAt ?? []).map(({ documentId }) => documentId)].sort()).toEqual([
      'doc_a',
      'doc_e',
      'doc_f',
    ]);
    expect(hit?.alsoAt).toContainEqual({
      pack: otherPack,
      documentId: 'doc_f',
      revision: 1,
      ordinal: 0,
      start: 0,
      end: 20,
    });
    const board = await find('twenty days', { groups: ['board'] });
    expect(board[0]?.alsoAt.map(({ documentId }) => documentId)).toContain('doc_b');
  });
}
