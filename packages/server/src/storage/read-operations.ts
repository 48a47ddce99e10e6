import { joinOperations, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { createDraftReads } from '../features/content/store/draft-reads.ts';
import { createLabelReads } from '../features/content/store/label-operations.ts';
import { createPackReads } from '../features/content/store/pack-reads.ts';
import { createServedLists } from '../features/content/store/served-lists.ts';
import { createServedReads } from '../features/content/store/served-reads.ts';
import { createGoldenReads } from '../features/evaluation/store/golden-reads.ts';
import { createFeedbackReads } from '../features/feedback/store/feedback-reads.ts';
import { createGuaranteeReads } from '../features/feedback/store/guarantee-operations.ts';
import { createInsightReads } from '../features/insights/store/insight-reads.ts';
import { createJobReads } from '../features/jobs/store/job-reads.ts';
import { createAccessReads } from '../features/keys/store/access-reads.ts';
import { createAttestationReads } from '../features/log/store/attestation-operations.ts';
import { createLogReads } from '../features/log/store/log-reads.ts';
import { createReasonReads } from '../features/log/store/reason-operations.ts';
import { createMailReads } from '../features/mail/store/mail-reads.ts';
import { createModelReads } from '../features/models/store/model-operations.ts';
import { createOutageReads } from '../features/outages/store/outage-operations.ts';
import { createPeopleReads } from '../features/people/store/people-reads.ts';
import { createPolicyReads } from '../features/policies/store/policy-reads.ts';
import { createScreeningReads } from '../features/publication/store/screening-reads.ts';
import { createPurposeReads } from '../features/purposes/store/purpose-operations.ts';
import { createCountReads } from '../features/records/store/count-reads.ts';
import { createRecordReads } from '../features/records/store/record-reads.ts';
import { createHoldReads } from '../features/retention/store/hold-reads.ts';
import { createRetentionReads } from '../features/retention/store/retention-reads.ts';
import { createReviewReads } from '../features/review/store/review-reads.ts';
import { createRuleReads } from '../features/rules/store/rule-operations.ts';
import { createSampleReads } from '../features/samples/store/sample-reads.ts';
import { createSecurityStreamReads } from '../features/security-streams/store/security-stream-operations.ts';
import { createSourceReads } from '../features/sources/store/source-reads.ts';
import { createHandoverReads } from '../features/visitors/store/handover-reads.ts';
import { createWebhookReads } from '../features/webhooks/store/webhook-reads.ts';
import { createWidgetReads } from '../features/widgets/store/widget-operations.ts';

/** The operations that read, for either engine. */
export function createReadOperations(statements: Statements, keys: KeyRing) {
  return joinOperations(
    createRecordReads(statements, keys),
    createLogReads(statements, keys),
    createAttestationReads(statements),
    createReasonReads(statements, keys),
    createAccessReads(statements, keys),
    createPolicyReads(statements, keys),
    createRuleReads(statements),
    createGoldenReads(statements, keys),
    createPurposeReads(statements),
    createSampleReads(statements, keys),
    createRetentionReads(statements, keys),
    createHoldReads(statements, keys),
    createPackReads(statements),
    createDraftReads(statements),
    createLabelReads(statements),
    createServedReads(statements),
    createServedLists(statements),
    createJobReads(statements),
    createFeedbackReads(statements, keys),
    createGuaranteeReads(statements),
    createInsightReads(statements, keys),
    createWebhookReads(statements, keys),
    createMailReads(statements),
    createHandoverReads(statements, keys),
    createPeopleReads(statements, keys),
    createReviewReads(statements, keys),
    createSourceReads(statements, keys),
    createModelReads(statements),
    createWidgetReads(statements),
    createScreeningReads(statements, keys),
    createSecurityStreamReads(statements),
    createOutageReads(statements),
    createCountReads(statements),
    {
      /** Throws if the keys of tenants were wrapped under another master key. */
      proveKeys: () => keys.prove(),
    },
  );
}

export type ReadOperations = ReturnType<typeof createReadOperations>;
