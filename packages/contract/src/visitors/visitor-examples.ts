import { queryResponseExample } from '../api/examples.ts';
import type { Conversation, Notification, VisitorOptions } from './conversation.ts';

const conversation: Conversation = {
  thread_id: queryResponseExample.thread_id,
  turns: [{ question: 'How long do I have to return an instrument?', message: queryResponseExample }],
  has_earlier: false,
};
const options: VisitorOptions = { email_answers: true };
const notification: Notification = { message_id: queryResponseExample.message_id, notification: 'email' };

export const visitorRequestExamples: Readonly<Record<string, unknown>> = {
  notifyByEmail: { email: 'ada@example.com' },
};

export const visitorResponseExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  getConversation: { 200: conversation },
  getVisitorOptions: { 200: options },
  notifyByEmail: { 200: notification },
};
