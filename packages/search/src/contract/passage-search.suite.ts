import { describe } from 'vitest';
import { describeKeywordSearch } from './keyword-search.suite.ts';
import { describeLimits } from './limits.suite.ts';
import type { OpenPassageSearchForTest } from './searched-packs.suite.ts';
import { describeSemanticSearch } from './vectors.suite.ts';
import { describeStagedVersions } from './versions.suite.ts';
import { describeVisibility } from './visibility.suite.ts';

/** What every passage search must do. `open` gives an empty one. */
export function describePassageSearch(name: string, open: OpenPassageSearchForTest): void {
  describe(`${name}: a passage search`, () => {
    describe('keyword search', () => describeKeywordSearch(open));
    describe('visibility', () => describeVisibility(open));
    describe('versions', () => describeStagedVersions(open));
    describe('semantic search', () => describeSemanticSearch(open));
    describe('limits', () => describeLimits(open));
  });
}
