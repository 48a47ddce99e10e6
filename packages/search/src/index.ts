/**
 * The embedded search engine: it stages, serves and searches the passages of packs, by keywords and by
 * vectors.
 */

// Searching.

export { openPassageSearch } from './open-passage-search.ts';
export type {
  Passage,
  PassageHit,
  PassageQuery,
  PassageSearch,
  RevisionName,
  VectorProgress,
  WaitingPassage,
} from './passage-search.ts';

// Versions as files, for nodes that share them.

export {
  openVersionFiles,
  type VersionDescription,
  type VersionFile,
  type VersionFiles,
} from './version-files.ts';
