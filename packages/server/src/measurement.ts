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
export { formatAnswer } from './answering/format-answer.ts';
export { runCli } from './cli/run-cli.ts';
export { embedPassages } from './content/indexing/embed-passages.ts';
export { groupByKeywords, keywordSimilarityMin } from './insights/group-by-keywords.ts';
export { groupByVectors, vectorSimilarityMin } from './insights/group-by-vectors.ts';
export { type MessageContent, openEnvelope } from './records/envelope.ts';
export type { MessageRow } from './records/record-store.ts';
export { KeyRing } from './stores/keys/key-ring.ts';
export { LogAppends } from './stores/log/log-appends.ts';
export { encodeMessage } from './stores/messages/message-columns.ts';
export type { FinishCall } from './stores/messages/record-calls.ts';
export { openPostgresStore } from './stores/postgres/open-postgres-store.ts';
export { reachDatabase } from './stores/postgres/reach-database.ts';
export { migrate as migratePostgres } from './stores/postgres/schema/migrate.ts';
export { openPostgresSearch } from './stores/postgres/search/open-postgres-search.ts';
export { sha256 } from './stores/sealing/make-entry.ts';
export { packEnvelope } from './stores/sealing/pack-envelope.ts';
export { sealBytes } from './stores/sealing/seal-bytes.ts';
export { unwrapKey } from './stores/sealing/tenant-keys.ts';
export { atOnce } from './stores/sql/operation.ts';
export { growLogs } from './stores/sqlite/grow-logs.ts';
export { openKeyChange } from './stores/sqlite/keys/open-key-change.ts';
export { databasePath, openForWriting } from './stores/sqlite/open-database.ts';
export { openSqliteStore } from './stores/sqlite/open-sqlite-store.ts';
export { migrate } from './stores/sqlite/schema/migrate.ts';
export { sqliteStatements } from './stores/sqlite/sqlite-statements.ts';
export { GroupCommit } from './stores/sqlite/threads/group-commit.ts';
export type { Call } from './stores/sqlite/threads/worker-protocol.ts';
export { createWriteOperations } from './stores/sqlite/threads/write-operations.ts';
export type { Store } from './stores/store.ts';
