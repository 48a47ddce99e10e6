import { done, joinOperations, type Operation, type Statements } from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { openLastingSecrets, openRecordSecrets } from '@avow/storage/sealing';
import { createDraftWrites } from '../features/content/store/draft-writes.ts';
import { createLabelWrites } from '../features/content/store/label-operations.ts';
import { createPackWrites } from '../features/content/store/pack-writes.ts';
import { createVersionWrites } from '../features/content/store/version-writes.ts';
import { createGoldenWrites } from '../features/evaluation/store/golden-writes.ts';
import { createCalibrationWrites } from '../features/feedback/store/calibration-writes.ts';
import { createFeedbackWrites } from '../features/feedback/store/feedback-writes.ts';
import { createGuaranteeWrites } from '../features/feedback/store/guarantee-operations.ts';
import { createRequestWrites } from '../features/idempotency/store/request-writes.ts';
import { createInsightWrites } from '../features/insights/store/insight-writes.ts';
import { createJobWrites } from '../features/jobs/store/job-writes.ts';
import { createAccessWrites } from '../features/keys/store/access-writes.ts';
import { createDiscardWrites } from '../features/keys/store/discard-row.ts';
import { createUnsealedWrites } from '../features/keys/store/seal-unsealed.ts';
import { createAttestationWrites } from '../features/log/store/attestation-operations.ts';
import type { LogAppends } from '../features/log/store/log-appends.ts';
import { createLogWrites } from '../features/log/store/log-writes.ts';
import { createReasonWrites } from '../features/log/store/reason-operations.ts';
import { createMailWrites } from '../features/mail/store/mail-writes.ts';
import { createModelWrites } from '../features/models/store/model-operations.ts';
import { createOutageWrites } from '../features/outages/store/outage-operations.ts';
import { createPasskeyWrites } from '../features/people/store/passkey-writes.ts';
import { createSessionWrites } from '../features/people/store/session-writes.ts';
import { createUserWrites } from '../features/people/store/user-writes.ts';
import { createPolicyWrites } from '../features/policies/store/policy-writes.ts';
import { createScreeningWrites } from '../features/publication/store/screening-writes.ts';
import { createPurposeWrites } from '../features/purposes/store/purpose-operations.ts';
import { prepareDerivedPairs } from '../features/records/store/derived-pairs.ts';
import { createIdempotencyWrites } from '../features/records/store/idempotency-writes.ts';
import { createJournalWrites } from '../features/records/store/journal-writes.ts';
import { createOutboxWrites } from '../features/records/store/outbox-writes.ts';
import { createSpendingSweep } from '../features/records/store/prepare-spending.ts';
import { createRecordWrites } from '../features/records/store/record-writes.ts';
import { createTimeWrites } from '../features/records/store/time-writes.ts';
import { prepareActiveHolds } from '../features/retention/store/active-holds.ts';
import { prepareDestruction } from '../features/retention/store/content-destruction.ts';
import { createErasureWrites } from '../features/retention/store/erasure-writes.ts';
import { createHoldWrites } from '../features/retention/store/hold-writes.ts';
import { createRetentionWrites } from '../features/retention/store/retention-writes.ts';
import { prepareSweepProgress } from '../features/retention/store/sweep-progress.ts';
import { createReviewWrites } from '../features/review/store/review-writes.ts';
import { createRuleWrites } from '../features/rules/store/rule-operations.ts';
import { createSampleWrites } from '../features/samples/store/sample-writes.ts';
import { createSecurityStreamWrites } from '../features/security-streams/store/security-stream-operations.ts';
import { createSourceWrites } from '../features/sources/store/source-writes.ts';
import { createHandoverWrites } from '../features/visitors/store/handover-writes.ts';
import { createWebhookWrites } from '../features/webhooks/store/webhook-writes.ts';
import { createWidgetWrites } from '../features/widgets/store/widget-operations.ts';

/** What operations keep between the statements of a transaction. */
export interface WriteContext {
  readonly keys: KeyRing;
  /** Of this process; omitted: no other answers messages from the same records. */
  readonly nodeId?: string;
  readonly log: LogAppends;
  /** Whether operations may take for granted what the server finds out anyway. Omitted: they look first. */
  readonly mayAssume?: () => boolean;
  /**
   * Called if texts or bytes were deleted. In SQLite they are then still in the WAL. Known limit: a row that SQLite moved to
   * another page before may have left a copy in the unused part of the first, which only VACUUM clears.
   */
  readonly onTextRemoved: () => void;
  /** Whether the last attempt to empty SQLite's WAL failed. Omitted: there is none. */
  readonly isTextLeft?: () => boolean;
}

/** The operations that write, for either engine. */
export function createWriteOperations(statements: Statements, context: WriteContext) {
  const { keys, log, onTextRemoved, isTextLeft, nodeId = null, mayAssume = null } = context;
  const recordSecrets = openRecordSecrets(statements, keys);
  const sweepProgress = prepareSweepProgress(statements);
  const activeHolds = prepareActiveHolds(statements);
  const derivedPairs = prepareDerivedPairs(statements);
  const lasting = openLastingSecrets(statements, keys);
  const destruction = prepareDestruction(statements, { recordSecrets, lasting, derivedPairs });
  const retention = {
    ...{ keys, lasting, log, activeHolds, destruction, sweepProgress, derivedPairs, onTextRemoved },
  };
  const feedback = { keys, recordSecrets, activeHolds, derivedPairs, onTextRemoved };
  return joinOperations(
    createRecordWrites(statements, { keys, recordSecrets, log, sweepProgress, nodeId, mayAssume }),
    createLogWrites(statements, log),
    createAttestationWrites(statements),
    createReasonWrites(statements, { keys, log, onTextRemoved }),
    createJournalWrites(statements, { keys, nodeId }),
    createIdempotencyWrites(statements, { keys, nodeId }),
    createOutboxWrites(statements),
    createSpendingSweep(statements),
    createTimeWrites(statements),
    createAccessWrites(statements, { keys, log }),
    createPolicyWrites(statements, { keys, log }),
    createRuleWrites(statements, log),
    createUnsealedWrites(statements, { keys, log }),
    createDiscardWrites(statements, { keys, log }),
    createGoldenWrites(statements, { keys, log, recordSecrets, lasting, onTextRemoved }),
    createErasureWrites(statements, retention),
    createHoldWrites(statements, retention),
    createRetentionWrites(statements, retention),
    createPurposeWrites(statements, log),
    createSampleWrites(statements, { keys, log }),
    createPackWrites(statements, { log, onTextRemoved }),
    createLabelWrites(statements),
    createDraftWrites(statements, { keys, onTextRemoved }),
    createVersionWrites(statements, { log, onTextRemoved }),
    createJobWrites(statements, onTextRemoved),
    createFeedbackWrites(statements, feedback),
    createCalibrationWrites(statements, { keys, log }),
    createGuaranteeWrites(statements, { keys, log }),
    createInsightWrites(statements, { recordSecrets, derivedPairs }),
    createWebhookWrites(statements, { keys, lasting, log, onTextRemoved }),
    createMailWrites(statements, { keys, recordSecrets, onTextRemoved }),
    createReviewWrites(statements, { recordSecrets }),
    createHandoverWrites(statements, { recordSecrets, onTextRemoved }),
    createSourceWrites(statements, { keys, lasting, onTextRemoved }),
    createModelWrites(statements),
    createWidgetWrites(statements),
    createScreeningWrites(statements, keys),
    createSecurityStreamWrites(statements),
    createOutageWrites(statements),
    createUserWrites(statements, { keys, log }),
    createSessionWrites(statements, { keys, log }),
    createPasskeyWrites(statements, { keys, log }),
    createRequestWrites(statements),
    {
      /** How many rows were removed: fewer than `rowsMax` means that none is left. */
      dropWiped: (rowsMax: number) => recordSecrets.dropWiped(rowsMax),
      isTextLeft: () => done(isTextLeft?.() ?? false),
      truncateWal(): Operation<void> {
        onTextRemoved();
        return done(undefined);
      },
    },
  );
}

export type WriteOperations = ReturnType<typeof createWriteOperations>;
