import type { AcceptFeedbackRequest, FeedbackEntry, FeedbackRequest } from './feedback.ts';

const given: FeedbackRequest = {
  verdict: 'partly',
  reason: 'outdated',
  comment: 'Since January there are 28.',
  better_answer: 'Every employee has 28 days of paid holiday in a calendar year.',
  end_user_id: 'ann',
};

const feedback: FeedbackEntry = {
  id: 'fbk_01jd7d0a2c4e6g8j0m2p4r6t8w',
  message_id: 'msg_01jd7c2m4pf0e8a6ktyr3w5n9b',
  verdict: 'partly',
  reason: 'outdated',
  comment: 'Since January there are 28.',
  better_answer: 'Every employee has 28 days of paid holiday in a calendar year.',
  proposal: { state: 'proposed', content_pack_id: null, qna_id: null },
  end_user_id: 'ann',
  key_id: 'key_01jd7b0s2t4v6w8x0y1z3a5b7c',
  visitor: false,
  created_at: '2024-11-21T09:20:11.402Z',
};

const drafted: FeedbackEntry = {
  ...feedback,
  proposal: {
    state: 'drafted',
    content_pack_id: 'pack_01jd7c5v8rg2h4j6k8m0n2p4q6',
    qna_id: 'qna_01jd7d1b3d5f7h9k1n3q5s7v9x',
  },
  replaced: false,
};

const accepted: AcceptFeedbackRequest = {
  question: 'How many days of holiday do I have?',
  alternatives: ['How much paid holiday is there?'],
};

const listed: FeedbackEntry = {
  ...feedback,
  question: 'How many days of holiday do I have?',
  answer: 'You have 25 days of holiday a year.',
  cited: [
    {
      content_pack_id: 'pack_01jd7c5v8rg2h4j6k8m0n2p4q6',
      document_id: 'qna_01jd7d1b3d5f7h9k1n3q5s7v9x',
    },
  ],
};

const page = { data: [feedback], has_more: false, next_cursor: null };

export const feedbackRequestExamples: Readonly<Record<string, unknown>> = {
  giveFeedback: given,
  acceptFeedback: accepted,
  dismissFeedback: {},
};

export const feedbackResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  giveFeedback: { 200: feedback, 201: feedback },
  listMessageFeedback: { 200: page },
  listFeedback: { 200: { ...page, data: [listed] } },
  acceptFeedback: { 200: drafted },
  dismissFeedback: {
    200: { ...feedback, proposal: { state: 'dismissed', content_pack_id: null, qna_id: null } },
  },
};
