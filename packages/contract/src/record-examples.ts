import type { ErasedEndUserEntry, ErasedMessageEntry } from './erasure.ts';
import { auditRecordExample, messagePageExample } from './examples.ts';
import type { HoldEntry, HoldRequest } from './hold.ts';
import { auditProofExample, erasureExample, holdIdExample, holdPlacedAtExample } from './log-examples.ts';
import type { RetentionEntry } from './retention.ts';
import type { ThreadEntry } from './thread.ts';

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

export const recordRequestExamples: Readonly<Record<string, unknown>> = {
  eraseMessage: {},
  eraseEndUser: {},
  placeHold: holdRequest,
  liftHold: {},
  setRetention: shorter,
};

export const recordResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getAuditProof: { 200: auditProofExample },
  eraseMessage: { 200: erasedMessage },
  eraseEndUser: { 200: erasedEndUser },
  getThread: { 200: thread },
  listThreadMessages: { 200: messagePageExample },
  deleteThread: { 200: { ...erasedEndUser, erased: 3, under_legal_hold: [] } },
  placeHold: { 201: hold },
  listHolds: { 200: { data: [hold], has_more: false, next_cursor: null } },
  getHold: { 200: hold },
  liftHold: { 200: lifted },
  getRetention: { 200: retention },
  setRetention: { 200: shorter },
};
