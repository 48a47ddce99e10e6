import { auditRecordExample, messagePageExample } from '../api/examples.ts';
import type { ThreadEntry } from '../query/thread.ts';
import type { AuditExportEntry } from './audit-export.ts';
import type { ErasedEndUserEntry, ErasedMessageEntry } from './erasure.ts';
import type { HoldEntry, HoldRequest } from './hold.ts';
import { auditProofExample, erasureExample, holdIdExample, holdPlacedAtExample } from './log-examples.ts';
import type { PurposesEntry } from './purposes.ts';
import type { RetentionEntry } from './retention.ts';

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
  ...{ records: null, events: null, checkpoint_size: null, bytes: null },
  created_at: '2024-11-22T08:02:17.940Z',
  created_by: keyId,
  ...{ ended_at: null, expires_at: null, failure: null },
};

const exported: AuditExportEntry = {
  ...{ ...running, status: 'ready', progress: { done: 4096, total: 4096 } },
  ...{ records: 3870, events: 226, checkpoint_size: 4096, bytes: 48_230_114 },
  ...{ ended_at: '2024-11-22T08:02:24.102Z', expires_at: '2024-11-22T09:02:24.102Z' },
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

export const recordRequestExamples: Readonly<Record<string, unknown>> = {
  eraseMessage: {},
  eraseEndUser: {},
  startAuditExport: { from: '2024-10-01T00:00:00Z', until: '2024-11-01T00:00:00Z' },
  placeHold: holdRequest,
  liftHold: {},
  setRetention: shorter,
  setPurposes: purposes,
  eraseLogReason: { leaf_index: 7 },
};

export const recordResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getAuditProof: { 200: auditProofExample },
  eraseMessage: { 200: erasedMessage },
  eraseEndUser: { 200: erasedEndUser },
  startAuditExport: { 202: running },
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
};
