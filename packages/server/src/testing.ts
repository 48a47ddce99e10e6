export { contentClient } from '../test/support/content-client.ts';
export { type FakeIssuer, startFakeIssuer } from '../test/support/fake-issuer.ts';
export { botUserId, type FakeSlack, slackEvent, startFakeSlack } from '../test/support/fake-slack.ts';
export { type FakeTeams, startFakeTeams, teamsClientId, teamsTenantId } from '../test/support/fake-teams.ts';
export { fillLog } from '../test/support/fill-log.ts';
export { createFixtureServer } from '../test/support/mcp-fixtures/create-fixture-server.ts';
export { runMutations } from '../test/support/mutations/mutation-campaign.ts';
export { type SignedIn, signInAs } from '../test/support/people-client.ts';
export { recordTerminal } from '../test/support/record-terminal.ts';
export { officePack, startTestService, type TestService } from '../test/support/test-service.ts';
export { openReceiver } from '../test/support/webhook-receiver.ts';
// Inner steps, which campaigns, benchmarks and research take one at a time.
export { meantMin } from './answering/curated/curated-choices.ts';
export {
  groundingLines,
  plainAnswerLines,
  type ReadingFeatures,
  withLeadBounded,
} from './answering/extraction/answer-line.ts';
export { type AnswerShape, answerShape } from './answering/extraction/answer-shape.ts';
export { chooseTried, triedLines } from './answering/extraction/choose-tried.ts';
export { draftQuote } from './answering/extraction/draft-quote.ts';
export { type JudgedAnswer, judgeAnswer, leadOf } from './answering/extraction/judge-answer.ts';
export type { ReadCandidate } from './answering/extraction/rank-read.ts';
export {
  hurried,
  type ReadingStage,
  readingStages,
  readPassages,
} from './answering/extraction/read-passages.ts';
export { showToModel } from './answering/extraction/show-to-model.ts';
export { formatAnswer } from './answering/format-answer.ts';
export { createGrounder } from './answering/generation/create-grounder.ts';
export { createUnitCutter } from './answering/generation/cut-units.ts';
export { readFacts } from './answering/generation/facts/read-facts.ts';
export { type Candidate, findQuotes } from './answering/generation/find-quote.ts';
export { type GroundLines, groundLines, type JudgeLines } from './answering/generation/ground-lines.ts';
export {
  claimsFor,
  decide,
  findWords,
  leastOf,
  type WordsFound,
  wantedOf,
} from './answering/generation/ground-unit.ts';
export type { Grounder, Grounding } from './answering/generation/grounder.ts';
export { readSource } from './answering/generation/read-source.ts';
export { repeatsQuestion } from './answering/generation/repeats-question.ts';
export type { Source } from './answering/generation/source.ts';
export { stripAttribution } from './answering/generation/strip-attribution.ts';
export { claimOf } from './answering/generation/unit-place.ts';
export { createWriter } from './answering/generation/write-answer.ts';
export { notCoveredWord } from './answering/generation/write-task.ts';
export type { Question, Turn } from './answering/question.ts';
export { refineByRules } from './answering/refinement/refine-by-rules.ts';
export { coveredMin, nearMin } from './answering/related/near-passages.ts';
export { wordCoverage } from './answering/related/word-coverage.ts';
export type { Evidence, Scored, ScoreRules } from './answers/confidence.ts';
export type { QuotedDraft, Support, WrittenDraft } from './answers/draft.ts';
export { runCli } from './cli/run-cli.ts';
export {
  type ConfidenceModel,
  checkModel,
  logitOfEvidence,
  type MethodModel,
  nameModel,
} from './confidence/confidence-model.ts';
export { evidenceOf } from './confidence/evidence-of.ts';
export { fitLogistic } from './confidence/fit-logistic.ts';
export { type FittedRow, fitMethod } from './confidence/fit-method.ts';
export type { LabelledRow } from './confidence/fit-near-prior.ts';
export { logitOf, probabilityOf, roundToFourDecimals } from './confidence/logit.ts';
export { scoreAnswer } from './confidence/score-answer.ts';
export { shippedModel } from './confidence/shipped-model.ts';
export {
  findSameQuestion,
  judgeNearest,
  type LikeliestQuestion,
  type SameQuestion,
} from './content/curated/find-same-question.ts';
export { curatedSimilarity, curatedSimilarityMin } from './content/curated/match-curated.ts';
export type { SameQuestionFeatures } from './content/curated/same-question-features.ts';
export { manyPhrasings, sameQuestionMin } from './content/curated/same-question-weights.ts';
export { embedPassages } from './content/indexing/embed-passages.ts';
export { groupByKeywords, keywordSimilarityMin } from './insights/group-by-keywords.ts';
export { groupByVectors, vectorSimilarityMin } from './insights/group-by-vectors.ts';
export { openEnvelope } from './records/envelope.ts';
export { sampleMasterKey } from './stores/contract/sample-master-key.ts';
export { newTenant, nothingElse, sampleMessage, sampleTimeMs } from './stores/contract/samples.ts';
export { openPostgresStore } from './stores/postgres/open-postgres-store.ts';
export { reachDatabase } from './stores/postgres/reach-database.ts';
export { migrate as migratePostgres } from './stores/postgres/schema/migrate.ts';
export { openPostgresSearch } from './stores/postgres/search/open-postgres-search.ts';
export { documentedRolesSql } from './stores/postgres/test-support/documented-roles-sql.ts';
export { type DatabaseProxy, openProxy } from './stores/postgres/test-support/open-proxy.ts';
export { startPostgres, type TestServer } from './stores/postgres/test-support/start-postgres.ts';
export { packEnvelope } from './stores/sealing/pack-envelope.ts';
export { sealBytes } from './stores/sealing/seal-bytes.ts';
export { unwrapKey } from './stores/sealing/tenant-keys.ts';
export { openKeyChange } from './stores/sqlite/keys/open-key-change.ts';
export { openSqliteStore } from './stores/sqlite/open-sqlite-store.ts';
export { migrate } from './stores/sqlite/schema/migrate.ts';
