import type { PackId, PackVersion, TenantId } from '@avow/foundation';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Passage, PassageHit, PassageQuery, PassageSearch, RevisionName } from '../passage-search.ts';

interface OpenedPassageSearch {
  readonly search: PassageSearch;
  /** A second way in to the same data, as another process would have it. */
  openAgain(): Promise<PassageSearch>;
  /** Closes what was opened and removes the data. */
  dispose(): Promise<void>;
}

export type OpenPassageSearchForTest = () => Promise<OpenedPassageSearch>;

export const packId: PackId = 'pack_01h455vb4pex5vsknk084sn02s';
export const otherPackId: PackId = 'pack_01h455vb4pex5vsknk084sn02t';
export const firstStaged: PackVersion = { packId, version: 1 };
export const secondVersion: PackVersion = { packId, version: 2 };

export function passageOf(text: string, given: Partial<Passage> = {}): Passage {
  return {
    kind: 'document',
    documentId: 'doc_01h455vb4pex5vsknk084sn02v',
    revision: 1,
    ordinal: 0,
    headings: '',
    text,
    start: 0,
    end: [...text].length,
    groups: [],
    validFromMs: null,
    validUntilMs: null,
    ...given,
  };
}

/** Passages of one document, numbered in order. */
export const searchedPassages = (texts: readonly string[], given: Partial<Passage> = {}): Passage[] =>
  texts.map((text, ordinal) => passageOf(text, { ordinal, ...given }));

async function* inBatches(passages: readonly Passage[]): AsyncGenerator<readonly Passage[]> {
  for (let start = 0; start < passages.length; start += 700) yield passages.slice(start, start + 700);
}

interface StageOptions {
  readonly pack?: PackVersion;
  readonly base?: number | null;
  readonly removed?: readonly RevisionName[];
  readonly tenantId?: TenantId;
  readonly search?: PassageSearch;
  readonly onProgress?: (done: number) => void;
}

export interface SearchedPacks {
  readonly opened: OpenedPassageSearch;
  readonly search: PassageSearch;
  /** Another in each test, so that none finds what another left. */
  readonly tenant: TenantId;
  stage(passages: readonly Passage[], options?: StageOptions): Promise<number>;
  find(text: string, given?: Partial<PassageQuery>, tenantId?: TenantId): Promise<PassageHit[]>;
  textsOf(text: string, given?: Partial<PassageQuery>, tenantId?: TenantId): Promise<string[]>;
}

/** One search for the tests of a group: opening one takes longer than most tests. */
export function useSearchedPacks(open: OpenPassageSearchForTest): SearchedPacks {
  let opened: OpenedPassageSearch | null = null;
  let testCount = 0;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened?.dispose();
  });
  beforeEach(() => {
    testCount += 1;
  });
  const current = () => {
    if (opened === null) throw new Error('not within a test');
    return opened;
  };
  const currentTenant = (): TenantId => `ten_test${testCount}`;
  const find: SearchedPacks['find'] = async (text, given = {}, tenantId = currentTenant()) =>
    await current().search.search(tenantId, {
      kind: 'document',
      text,
      vector: null,
      packs: [firstStaged],
      groups: [],
      nowMs: 1_000_000,
      limit: 10,
      timeoutMs: 10_000,
      ...given,
    });
  return {
    get opened() {
      return current();
    },
    get search() {
      return current().search;
    },
    get tenant() {
      return currentTenant();
    },
    find,
    stage: async (passages, options = {}) => {
      const { pack = firstStaged, base = null, removed = [], tenantId = currentTenant() } = options;
      const { search = current().search, onProgress = () => undefined } = options;
      const version = { pack, base, removed, added: inBatches(passages) };
      return (await search.stageVersion(tenantId, version, onProgress)).passageCount;
    },
    textsOf: async (...given) => (await find(...given)).map((hit) => hit.text),
  };
}
