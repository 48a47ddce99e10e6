/** Stores and inner steps, which campaigns, benchmarks and research take one at a time. */

// PostgreSQL.

export { openPostgresSearch } from '@avow/search-postgres';
export { migratePostgres, reachDatabase } from '@avow/storage/postgres';
export { type DatabaseProxy, openProxy, startPostgres, type TestServer } from '@avow/storage/testing';
export { openPostgresStore } from '../storage/postgres/open-postgres-store.ts';
export { documentedRolesSql } from '../storage/postgres/test-support/documented-roles-sql.ts';
export { postgresMigrations } from '../storage/schema/postgres-schema.ts';

// SQLite.

export { migrateSqlite } from '@avow/storage/threads';
export { openSqliteKeyChange } from '../features/log/store/key-change/open-sqlite-key-change.ts';
export { sqliteMigrations } from '../storage/schema/sqlite-schema.ts';
export { openSqliteStore } from '../storage/sqlite/open-sqlite-store.ts';

// What stores hold.

export { sealBytes, unwrapKey } from '@avow/storage/sealing';
export type { MessageContent } from '../features/records/envelope.ts';
export { openEnvelope } from '../features/records/records.ts';
export { packEnvelope } from '../features/records/store/pack-envelope.ts';
export { sampleMasterKey } from '../storage/contract/sample-master-key.ts';
export { newTenant, nothingElse, sampleMessage, sampleTimeMs } from '../storage/contract/samples.ts';

// Steps.

export { groupByKeywords, keywordSimilarityMin } from '../features/insights/unanswered/group-by-keywords.ts';
export { groupByVectors, vectorSimilarityMin } from '../features/insights/unanswered/group-by-vectors.ts';
export { embedPassages } from '../features/publication/indexing/embed-passages.ts';
export { createRules } from '../features/rules/rules.ts';
export { formatAnswer } from '../path/verification/format-answer.ts';
