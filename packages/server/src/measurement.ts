export type {
  Evidence,
  Grounder,
  Question,
  QuotedDraft,
  Scored,
  ScoreRules,
  Source,
  Support,
  Turn,
  Viewer,
  WrittenDraft,
} from '@avow/answering';
export {
  type ConfidenceModel,
  createGrounder,
  createWriter,
  curatedSimilarity,
  curatedSimilarityMin,
  groundingLines,
  logitOfEvidence,
  nameModel,
  probabilityOf,
  roundToFourDecimals,
  shippedModel,
} from '@avow/answering';
export type { Grounding, LabelledRow, ReadCandidate, SameQuestionFeatures } from '@avow/answering/testing';
export {
  type AnswerShape,
  answerShape,
  type Candidate,
  checkModel,
  chooseTried,
  claimOf,
  claimsFor,
  coveredMin,
  createUnitCutter,
  decide,
  draftQuote,
  evidenceOf,
  type FittedRow,
  findQuotes,
  findSameQuestion,
  findWords,
  fitLogistic,
  fitMethod,
  type GroundLines,
  groundLines,
  hurried,
  type JudgedAnswer,
  type JudgeLines,
  judgeAnswer,
  judgeNearest,
  type LikeliestQuestion,
  leadOf,
  leastOf,
  logitOf,
  type MethodModel,
  manyPhrasings,
  meantMin,
  nearMin,
  notCoveredWord,
  plainAnswerLines,
  type ReadingFeatures,
  type ReadingStage,
  readingStages,
  readPassages,
  readSource,
  refineByRules,
  repeatsQuestion,
  type SameQuestion,
  sameQuestionMin,
  scoreAnswer,
  showToModel,
  stripAttribution,
  triedLines,
  type WordsFound,
  wantedOf,
  withLeadBounded,
  wordCoverage,
} from '@avow/answering/testing';
export { readFacts } from '@avow/facts';
export { runCli } from './cli/run-cli.ts';
export { groupByKeywords, keywordSimilarityMin } from './features/insights/group-by-keywords.ts';
export { groupByVectors, vectorSimilarityMin } from './features/insights/group-by-vectors.ts';
export { LogAppends } from './features/log/store/log-appends.ts';
export { embedPassages } from './features/publication/indexing/embed-passages.ts';
export { type MessageContent, openEnvelope } from './features/records/envelope.ts';
export type { MessageRow } from './features/records/record-store.ts';
export { encodeMessage } from './features/records/store/message-columns.ts';
export type { FinishCall } from './features/records/store/record-calls.ts';
export { formatAnswer } from './path/format-answer.ts';
export { KeyRing } from './storage/keys/key-ring.ts';
export { openPostgresStore } from './storage/postgres/open-postgres-store.ts';
export { reachDatabase } from './storage/postgres/reach-database.ts';
export { migrate as migratePostgres } from './storage/postgres/schema/migrate.ts';
export { openPostgresSearch } from './storage/postgres/search/open-postgres-search.ts';
export { sha256 } from './storage/sealing/make-entry.ts';
export { packEnvelope } from './storage/sealing/pack-envelope.ts';
export { sealBytes } from './storage/sealing/seal-bytes.ts';
export { unwrapKey } from './storage/sealing/tenant-keys.ts';
export { atOnce } from './storage/sql/operation.ts';
export { growLogs } from './storage/sqlite/grow-logs.ts';
export { openKeyChange } from './storage/sqlite/keys/open-key-change.ts';
export { databasePath, openForWriting } from './storage/sqlite/open-database.ts';
export { openSqliteStore } from './storage/sqlite/open-sqlite-store.ts';
export { migrate } from './storage/sqlite/schema/migrate.ts';
export { sqliteStatements } from './storage/sqlite/sqlite-statements.ts';
export { GroupCommit } from './storage/sqlite/threads/group-commit.ts';
export type { Call } from './storage/sqlite/threads/worker-protocol.ts';
export { createWriteOperations } from './storage/sqlite/threads/write-operations.ts';
export type { Store } from './storage/store.ts';
