import { queryResponseExample } from '../api/examples.ts';
import type { Conversation, Notification, VisitorOptions } from './conversation.ts';
import type { Handover, HandoverSettings } from './handover.ts';

const handoverSettings: HandoverSettings = {
  chat: true,
  link: 'https://www.example.com/contact',
  link_text: 'Contact us',
};
const options: VisitorOptions = { email_answers: true, handover: handoverSettings };
const handover: Handover = {
  message_id: queryResponseExample.message_id,
  thread_id: queryResponseExample.thread_id,
  state: 'answered',
  question: 'How long do I have to return an instrument?',
  answer: queryResponseExample.answer,
  email: 'ada@example.com',
  posts: [
    {
      ...{ from: 'asker', name: null, text: 'My guitar arrived broken.', author: null },
      created_at: '2026-11-14T10:00:00.000Z',
    },
    {
      ...{ from: 'person', name: 'Grace', text: 'We will send you another one.' },
      ...{ author: 'usr_01k9v3w8g9e2x8f4m0q7b6c5d4', created_at: '2026-11-14T10:20:00.000Z' },
    },
  ],
  created_at: '2026-11-14T10:00:00.000Z',
  updated_at: '2026-11-14T10:20:00.000Z',
};
const conversation: Conversation = {
  thread_id: queryResponseExample.thread_id,
  turns: [
    {
      question: 'How long do I have to return an instrument?',
      ...{ message: queryResponseExample, reviewed: true, handover },
    },
  ],
  has_earlier: false,
};
const notification: Notification = { message_id: queryResponseExample.message_id, notification: 'email' };

export const visitorRequestExamples: Readonly<Record<string, unknown>> = {
  notifyByEmail: { email: 'ada@example.com' },
  requestHandover: { text: 'My guitar arrived broken.', email: 'ada@example.com' },
  replyToHandover: { text: 'We will send you another one.', name: 'Grace' },
  closeHandover: {},
  replaceHandoverSettings: handoverSettings,
};

export const visitorResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getConversation: { 200: conversation },
  getVisitorOptions: { 200: options },
  notifyByEmail: { 200: notification },
  requestHandover: { 200: handover },
  getHandover: { 200: handover },
  replyToHandover: { 200: handover },
  closeHandover: { 200: { ...handover, state: 'closed' } },
  listHandovers: { 200: { data: [handover], has_more: false, next_cursor: null } },
  getHandoverSettings: { 200: handoverSettings },
  replaceHandoverSettings: { 200: handoverSettings },
};
