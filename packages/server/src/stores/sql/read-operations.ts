import { createAccessReads } from '../access/access-reads.ts';
import { createDraftReads } from '../content/draft-reads.ts';
import { createPackReads } from '../content/pack-reads.ts';
import { createServedLists } from '../content/served-lists.ts';
import { createServedReads } from '../content/served-reads.ts';
import { createCountReads } from '../counts/count-reads.ts';
import { createHoldReads } from '../erasure/hold-reads.ts';
import { createRetentionReads } from '../erasure/retention-reads.ts';
import { createFeedbackReads } from '../feedback/feedback-reads.ts';
import { createGoldenReads } from '../golden/golden-reads.ts';
import { createInsightReads } from '../insights/insight-reads.ts';
import { createJobReads } from '../jobs/job-reads.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { createLogReads } from '../log/log-reads.ts';
import { createRecordReads } from '../messages/record-reads.ts';
import { createPeopleReads } from '../people/people-reads.ts';
import { createPolicyReads } from '../policies/policy-reads.ts';
import { createScreeningReads } from '../screenings/screening-reads.ts';
import { createSourceReads } from '../sources/source-reads.ts';
import { createWebhookReads } from '../webhooks/webhook-reads.ts';
import type { Statements } from './statements.ts';

/** The operations that read, for either engine. */
export function createReadOperations(statements: Statements, keys: KeyRing) {
  return {
    ...createRecordReads(statements, keys),
    ...createLogReads(statements, keys),
    ...createAccessReads(statements, keys),
    ...createPolicyReads(statements, keys),
    ...createGoldenReads(statements, keys),
    ...createRetentionReads(statements, keys),
    ...createHoldReads(statements, keys),
    ...createPackReads(statements),
    ...createDraftReads(statements),
    ...createServedReads(statements),
    ...createServedLists(statements),
    ...createJobReads(statements),
    ...createFeedbackReads(statements, keys),
    ...createInsightReads(statements, keys),
    ...createWebhookReads(statements, keys),
    ...createPeopleReads(statements, keys),
    ...createSourceReads(statements, keys),
    ...createScreeningReads(statements, keys),
    ...createCountReads(statements),
    /** Throws if the keys of tenants were wrapped under another master key. */
    proveKeys: (_: null) => keys.prove(),
  };
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
