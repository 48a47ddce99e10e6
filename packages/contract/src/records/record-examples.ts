import { auditRecordExample, messagePageExample, queryResponseExample } from '../api/examples.ts';
import type { ThreadEntry } from '../query/thread.ts';
import type { AuditExportEntry } from './audit-export.ts';
import type { ErasedEndUserEntry, ErasedMessageEntry } from './erasure.ts';
import type { HoldEntry, HoldRequest } from './hold.ts';
import {
  auditProofExample,
  erasureExample,
  holdIdExample,
  holdPlacedAtExample,
  receiptExample,
} from './log-examples.ts';
import type { PurposesEntry } from './purposes.ts';
import type { ReplayEntry, ReplaySideEntry } from './replay.ts';
import type { RetentionEntry } from './retention.ts';
import type { SampleEntry, SampleRequest, SampleSummaryEntry } from './samples.ts';

const { message_id: messageId } = auditRecordExample;
const keyId = 'key_01jd7b0s2t4v6w8x0y1z3a5b7c';
const reason = 'Complaint 2024-117, until it is settled.';

const erasedMessage: ErasedMessageEntry = {
  message_id: messageId,
  content_state: 'erased',
  erased_at: erasureExample.at,
  log: erasureExample.log,
  curated_pairs: ['qna_01jd7d1b3d5f7h9k1n3q5s7v9x'],
};

const erasedEndUser: ErasedEndUserEntry = {
  erased: 41,
  under_legal_hold: ['msg_01jd7c2m4pf0e8a6ktyr3w5n9b'],
  unfinished: [],
  curated_pairs: ['qna_01jd7d1b3d5f7h9k1n3q5s7v9x'],
  has_more: false,
};

const thread: ThreadEntry = {
  thread_id: auditRecordExample.thread_id,
  created_at: auditRecordExample.created_at,
  last_message_at: '2024-11-21T09:20:04.517Z',
  message_count: 3,
  emptied_count: 0,
  closed: false,
};

const running: AuditExportEntry = {
  export_id: 'exp_01jd9a2c4e6g8j0m2p4r6t8v0x',
  status: 'running',
  selection: 'period',
  progress: { done: 512, total: 4096 },
  ...{ records: null, events: null, checkpoint_size: null, bytes: null, log_verified: null },
  created_at: '2024-11-22T08:02:17.940Z',
  created_by: keyId,
  ...{ ended_at: null, expires_at: null, failure: null },
};

const exported: AuditExportEntry = {
  ...{ ...running, status: 'ready', progress: { done: 4096, total: 4096 } },
  ...{ records: 3870, events: 226, checkpoint_size: 4096, bytes: 48_230_114 },
  ...{ ended_at: '2024-11-22T08:02:24.102Z', expires_at: '2024-11-22T09:02:24.102Z' },
};

const evidence: AuditExportEntry = {
  ...{ ...running, export_id: 'exp_01jd9a9w0y2z4b6d8f0h2k4m6n', selection: 'evidence' },
};

const holdRequest: HoldRequest = { scope: 'message', message_id: messageId, reason };

const hold: HoldEntry = {
  hold_id: holdIdExample,
  scope: 'message',
  message_id: messageId,
  thread_id: null,
  end_user_id: null,
  reason,
  placed_at: holdPlacedAtExample,
  placed_by: keyId,
  lifted_at: null,
  lifted_by: null,
};

const lifted: HoldEntry = { ...hold, lifted_at: '2024-11-22T08:02:17.940Z', lifted_by: keyId };

const retention: RetentionEntry = { content_days: 400, record_days: null };
const shorter: RetentionEntry = { content_days: 90, record_days: 3_650 };

const purposes: PurposesEntry = {
  required: true,
  purposes: [
    { id: 'annual_audit', title: 'Annual audit' },
    { id: 'complaint', title: 'A complaint of a customer' },
  ],
};

const sampleRequest: SampleRequest = {
  ...{ method: 'random', size: 60 },
  ...{ from: '2024-10-01T00:00:00Z', until: '2024-11-01T00:00:00Z' },
};

const summary: SampleSummaryEntry = {
  ...{ sample_id: 'smp_01jd9a2c4e6g8j0m2p4r6t8v0x', method: 'random', size: 60, filters: {} },
  ...{ from: '2024-10-01T00:00:00.000Z', until: '2024-11-01T00:00:00.000Z' },
  seed: '3f1c0a9e5d7b2846c1e0f3a5b7d9c2e4f6081a3c5e7092b4d6f8a1c3e5072946',
  ...{ population: 12_804, restricted: false, drawn: 1, judged: 0 },
  findings: { none: 0, minor: 0, major: 0, unreadable: 0 },
  estimates: null,
  ...{ drawn_at: '2024-11-22T08:02:17.940Z', drawn_by: keyId, leaf_index: 14_233 },
  ...{ signed_off_at: null, signed_off_by: null },
};

const drawn: SampleEntry = {
  ...summary,
  statement: null,
  items: [
    {
      ...{ message_id: messageId, reason: 'random', finding: null, note: null },
      ...{ judged_at: null, judged_by: null, leaf_index: null },
    },
  ],
};

const [drawnItem] = drawn.items;
const judged: SampleEntry = {
  ...{ ...drawn, judged: 1, findings: { none: 0, minor: 1, major: 0, unreadable: 0 } },
  estimates: {
    minor_or_major: { found: 1, of: 1, share_from: 0.025, share_until: 1 },
    major: { found: 0, of: 1, share_from: 0, share_until: 0.975 },
  },
  items: [
    {
      ...(drawnItem ?? { message_id: messageId, reason: 'random' }),
      ...{ finding: 'minor', note: 'The quote is of last year’s handbook.', leaf_index: 14_236 },
      ...{ judged_at: '2024-11-22T08:05:40.112Z', judged_by: 'usr_01jd7b0s2t4v6w8x0y1z3a5b7c' },
    },
  ],
};

const signedOff: SampleEntry = {
  ...{ ...judged, statement: 'The answers of October are sound.' },
  ...{ signed_off_at: '2024-11-22T08:06:01.000Z', signed_off_by: 'usr_01jd7b0s2t4v6w8x0y1z3a5b7c' },
};

const { answer, status, confidence, citations, source_type, generated, agent_context } = queryResponseExample;

const recordedSide: ReplaySideEntry = {
  as_of: '2024-11-21T09:14:03.231Z',
  policy_version: 'default-2b1f0c9d8e7a',
  packs: [{ id: 'pack_01jd8a0b2c4d6e8f0g2h4j6k8m', name: 'Handbook', version: 3 }],
  response: { answer, status, confidence, citations, source_type, generated, agent_context },
};

const replayed: ReplayEntry = {
  ...{ message_id: messageId, question: 'How long may a security deposit be held?', groups: [], same: false },
  recorded: recordedSide,
  replayed: {
    ...{ ...recordedSide, as_of: '2024-03-01T00:00:00.000Z' },
    packs: [{ id: 'pack_01jd8a0b2c4d6e8f0g2h4j6k8m', name: 'Handbook', version: 1 }],
    response: { ...recordedSide.response, answer: 'Six weeks after the tenancy ends.' },
  },
  differences: [
    {
      ...{ kind: 'answer', part: null, title: null },
      ...{ recorded: answer, replayed: 'Six weeks after the tenancy ends.' },
      causes: [],
    },
  ],
  notes: ['The release was another at that time (it was 0.9.0): the present one was used.'],
};

export const recordRequestExamples: Readonly<Record<string, unknown>> = {
  eraseMessage: {},
  eraseEndUser: {},
  startAuditExport: { from: '2024-10-01T00:00:00Z', until: '2024-11-01T00:00:00Z' },
  startEvidence: { from: '2024-07-01', to: '2024-09-30', frameworks: ['eu-ai-act', 'soc2'], records: true },
  replayMessage: { at: '2024-03-01T00:00:00Z' },
  placeHold: holdRequest,
  liftHold: {},
  setRetention: shorter,
  setPurposes: purposes,
  drawSample: sampleRequest,
  judgeSampleItem: { finding: 'minor', note: 'The quote is of last year’s handbook.' },
  signOffSample: { statement: 'The answers of October are sound.' },
  eraseLogReason: { leaf_index: 7 },
};

export const recordResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getAuditProof: { 200: auditProofExample },
  getReceipt: { 200: receiptExample },
  eraseMessage: { 200: erasedMessage },
  eraseEndUser: { 200: erasedEndUser },
  startAuditExport: { 202: running },
  startEvidence: { 202: evidence },
  replayMessage: { 200: replayed },
  listAuditExports: { 200: { data: [exported] } },
  getAuditExport: { 200: exported },
  getThread: { 200: thread },
  listThreadMessages: { 200: messagePageExample },
  deleteThread: { 200: { ...erasedEndUser, erased: 3, under_legal_hold: [] } },
  placeHold: { 201: hold },
  listHolds: { 200: { data: [hold], has_more: false, next_cursor: null } },
  getHold: { 200: hold },
  liftHold: { 200: lifted },
  getRetention: { 200: retention },
  setRetention: { 200: shorter },
  getPurposes: { 200: purposes },
  setPurposes: { 200: purposes },
  drawSample: { 201: drawn },
  listSamples: { 200: { data: [summary], has_more: false, next_cursor: null } },
  getSample: { 200: judged },
  judgeSampleItem: { 200: judged },
  signOffSample: { 200: signedOff },
};
