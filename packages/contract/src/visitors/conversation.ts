import { z } from 'zod';
import { emailSchema } from '../access/user.ts';
import { idSchema } from '../fields/ids.ts';
import { queryResponseSchema } from '../query/query-response.ts';
import { handoverSchema, handoverSettingsSchema } from './handover.ts';

/** Messages of a conversation that are shown: the newest. */
export const conversationTurnsMax = 50;

const turnSchema = z
  .strictObject({
    question: z.string().meta({ description: 'What was asked, as far as it is stored.' }),
    message: queryResponseSchema,
    reviewed: z
      .boolean()
      .meta({ description: 'Whether a person decided on the answer before it was given.' }),
    handover: handoverSchema.nullable().meta({ description: 'Null: nobody asked for a person.' }),
  })
  .meta({ id: 'ConversationTurn' });

/** A thread as those who asked see it again. */
export const conversationSchema = z
  .strictObject({
    thread_id: idSchema('thr'),
    turns: z
      .array(turnSchema)
      .max(conversationTurnsMax)
      .meta({
        description: `Oldest first; of a longer thread the last ${conversationTurnsMax}. Messages whose content is erased or expired are not included.`,
      }),
    has_earlier: z.boolean().meta({ description: 'Whether the thread has earlier messages.' }),
  })
  .meta({ id: 'Conversation' });

/** What a page may offer to those who ask. */
export const visitorOptionsSchema = z
  .strictObject({
    email_answers: z.boolean().meta({
      description: 'Whether an answer that is pending review can be sent by e-mail: see `notifyByEmail`.',
    }),
    handover: handoverSettingsSchema.meta({ description: 'How a person is reached: see `requestHandover`.' }),
  })
  .meta({ id: 'VisitorOptions' });

export const notificationRequestSchema = z
  .strictObject({
    email: emailSchema.meta({
      description: 'Where the answer is sent. It is encrypted with the record and erased with it.',
    }),
  })
  .meta({ id: 'NotificationRequest' });

export const notificationSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    notification: z.literal('email').meta({ description: 'The answer is sent by e-mail.' }),
  })
  .meta({ id: 'Notification' });

export type Conversation = z.output<typeof conversationSchema>;
export type VisitorOptions = z.output<typeof visitorOptionsSchema>;
export type Notification = z.output<typeof notificationSchema>;
