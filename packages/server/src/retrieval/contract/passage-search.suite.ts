import { describe } from 'vitest';
import { describeLimits } from './limits.suite.ts';
import type { OpenPassageSearchForTest } from './searched-packs.suite.ts';
import { describeVectors } from './vectors.suite.ts';
import { describeVersions } from './versions.suite.ts';
import { describeVisibility } from './visibility.suite.ts';
import { describeWords } from './words.suite.ts';

/** What every passage search must do. `open` gives an empty one. */
export function describePassageSearch(name: string, open: OpenPassageSearchForTest): void {
  describe(`${name}: a passage search`, () => {
    describe('by words', () => describeWords(open));
    describe('who finds what', () => describeVisibility(open));
    describe('versions', () => describeVersions(open));
    describe('by meaning', () => describeVectors(open));
    describe('limits', () => describeLimits(open));
  });
}
