/** What the pages of those who ask show beside an answer: their conversation, and other ways to hear of it. */

// Conversations, and mail with an answer.

export {
  type Conversation,
  conversationTurnsMax,
  type Notification,
  notificationRequestSchema,
  type VisitorOptions,
} from './visitors/conversation.ts';

// Handovers to a person.

export {
  type Handover,
  type HandoverSettings,
  type HandoverState,
  handoverLimits,
  handoverListQuerySchema,
  handoverReplySchema,
  handoverRequestSchema,
  handoverSettingsRequestSchema,
} from './visitors/handover.ts';
