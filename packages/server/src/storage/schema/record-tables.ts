import type { TableDefinition } from '@avow/storage';
import { keyTables } from '@avow/storage/sealing';
import {
  curatedKeys,
  curatedPairs,
  documents,
  documentTexts,
  draftUndo,
  itemLabels,
  loadedItems,
  packs,
  packVersions,
} from '../../features/content/store/pack-tables.ts';
import {
  evaluations,
  goldenOrigins,
  goldenQuestions,
  publishGates,
} from '../../features/evaluation/store/evaluation-tables.ts';
import {
  calibrationProposals,
  calibrations,
  feedback,
  labels,
} from '../../features/feedback/store/feedback-tables.ts';
import { answerDraws, drawnAnswers, guarantees } from '../../features/feedback/store/guarantee-tables.ts';
import { idempotentRequests } from '../../features/idempotency/store/request-tables.ts';
import { handledQuestions, questionVectors } from '../../features/insights/store/insight-tables.ts';
import { jobInputs, jobs } from '../../features/jobs/store/job-tables.ts';
import { apiKeys, tenants } from '../../features/keys/store/access-tables.ts';
import {
  attestations,
  checkpoints,
  logEntries,
  logNodes,
  logReasons,
  logs,
  witnessedLogs,
} from '../../features/log/store/log-tables.ts';
import { mails } from '../../features/mail/store/mail-tables.ts';
import { languageModels } from '../../features/models/store/model-tables.ts';
import { observedTimes } from '../../features/outages/store/outage-tables.ts';
import { passkeys, sessions, users } from '../../features/people/store/people-tables.ts';
import { builtInPolicies, guardrailPolicies } from '../../features/policies/store/policy-tables.ts';
import { screenedDocuments, screenedPassages } from '../../features/publication/store/screening-tables.ts';
import { purposes } from '../../features/purposes/store/purpose-tables.ts';
import {
  idempotency,
  messageJournal,
  messages,
  modelSpending,
  outbox,
  threads,
} from '../../features/records/store/message-tables.ts';
import {
  droppedRecords,
  holds,
  notedTimes,
  retentions,
} from '../../features/retention/store/retention-tables.ts';
import { reviewNotes, reviewNotices, reviews } from '../../features/review/store/review-tables.ts';
import { sampleItems, sampleJudgements, samples } from '../../features/samples/store/sample-tables.ts';
import {
  securityStreams,
  streamPlaces,
} from '../../features/security-streams/store/security-stream-tables.ts';
import { sourceItems, sourceReads, sources } from '../../features/sources/store/source-tables.ts';
import { handoverSettings, handovers } from '../../features/visitors/store/handover-tables.ts';
import { webhookDeliveries, webhookEndpoints } from '../../features/webhooks/store/webhook-tables.ts';
import { widgets } from '../../features/widgets/store/widget-tables.ts';

/** All tables that both engines have, each after those that it refers to. */
export const recordTables: readonly TableDefinition[] = [
  ...[tenants, apiKeys, guardrailPolicies, builtInPolicies, languageModels, widgets],
  ...keyTables,
  ...[threads, messages, messageJournal, idempotency, outbox, modelSpending],
  ...[reviews, reviewNotes],
  ...[logs, logEntries, logNodes, checkpoints, attestations, witnessedLogs],
  logReasons,
  ...[purposes, samples, sampleItems, sampleJudgements],
  ...[retentions, droppedRecords, notedTimes, holds],
  ...[packs, packVersions, documents, documentTexts, curatedPairs, curatedKeys, loadedItems, draftUndo],
  itemLabels,
  ...[jobs, jobInputs, screenedDocuments, screenedPassages, sources, sourceItems, sourceReads],
  ...[feedback, labels, calibrations, calibrationProposals, questionVectors, handledQuestions],
  ...[answerDraws, drawnAnswers, guarantees],
  ...[goldenQuestions, goldenOrigins, publishGates, evaluations],
  ...[webhookEndpoints, webhookDeliveries, mails, users, passkeys, sessions, idempotentRequests],
  reviewNotices,
  ...[securityStreams, streamPlaces],
  observedTimes,
  ...[handovers, handoverSettings],
];
