export { fuseCandidates, semanticWeightDefault } from './fuse-candidates.ts';
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
export {
  openVersionFiles,
  pieceBytes,
  type VersionDescription,
  type VersionFile,
  type VersionFiles,
} from './version-files.ts';
