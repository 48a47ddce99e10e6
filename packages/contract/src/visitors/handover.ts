import { z } from 'zod';
import { emailSchema } from '../access/user.ts';
import { webAddressSchema } from '../content/content-fields.ts';
import { callerSchema } from '../fields/actor.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';

/** Whether a person still has to reply to somebody who asked for one. */
const handoverStates = ['waiting', 'answered', 'closed'] as const;
export type HandoverState = (typeof handoverStates)[number];

export const handoverLimits = {
  requestCodePointsMax: 2_000,
  replyCodePointsMax: 8_000,
  nameCodePointsMax: 80,
  linkTextCodePointsMax: 80,
  /** Texts of one handover. */
  postsMax: 50,
  /** Texts of the person who asked that nobody has replied to yet. */
  unansweredPostsMax: 5,
  /** Handovers of one tenant that wait for a reply. */
  waitingMax: 1_000,
} as const;

const postSchema = z
  .strictObject({
    from: openEnum(['asker', 'person'] as const, '`asker`: who asked. `person`: who replied.'),
    name: z.string().nullable().meta({ description: 'What the person who replied wants to be called.' }),
    text: z.string().meta({ description: 'Plain text. Empty if the asker wrote nothing.' }),
    author: callerSchema.nullable().meta({
      description:
        'Who replied: a key, or a person who was signed in. Null for the asker, and with a publishable key.',
    }),
    created_at: timeSchema,
  })
  .meta({ id: 'HandoverPost' });

/** A message whose asker wants a person, and what was said since. */
export const handoverSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    thread_id: idSchema('thr'),
    state: openEnum(
      handoverStates,
      '`waiting`: somebody has to reply. `answered`: a person has replied. `closed`: nothing more is expected.',
    ),
    question: z.string().meta({ description: 'What was asked, as far as it is stored.' }),
    answer: z.string().meta({ description: 'What was answered; empty if there is no answer yet.' }),
    email: z.string().nullable().meta({ description: 'Where replies are also sent.' }),
    posts: z.array(postSchema).max(handoverLimits.postsMax).meta({ description: 'Oldest first.' }),
    created_at: timeSchema,
    updated_at: timeSchema,
  })
  .meta({ id: 'Handover' });

export const handoverPageSchema = pageSchema(handoverSchema, 'HandoverPage');

export const handoverListQuerySchema = z.strictObject({
  ...pageParameters,
  state: z.enum(handoverStates).exactOptional(),
});

export const handoverRequestSchema = z
  .strictObject({
    text: writtenTextSchema({ max: handoverLimits.requestCodePointsMax, lines: 'many' })
      .meta({
        description: 'What the person should know. It is encrypted with the record and erased with it.',
      })
      .exactOptional(),
    email: emailSchema
      .meta({
        description:
          'Where replies are also sent, if the service has a mail server. A later address replaces it. It is encrypted with the record and erased with it.',
      })
      .exactOptional(),
  })
  .meta({ id: 'HandoverRequest' });

export const handoverReplySchema = z
  .strictObject({
    text: writtenTextSchema({ max: handoverLimits.replyCodePointsMax, lines: 'many' }).meta({
      description: 'The reply, in plain text. No guardrail checks it: a person is responsible for it.',
    }),
    name: writtenTextSchema({ max: handoverLimits.nameCodePointsMax, lines: 'one' })
      .meta({ description: 'How the asker sees who replied. Default: nothing.' })
      .exactOptional(),
    close: z.boolean().default(false).meta({ description: 'Whether nothing more is expected.' }),
  })
  .meta({ id: 'HandoverReplyRequest' });

const chat = z.boolean().meta({
  description: 'Whether those who ask may ask for a person, whose replies come back into the chat.',
});
const link = webAddressSchema.nullable().meta({
  description: 'A page where people are reached, such as a contact form; null: there is no such link.',
});
const linkText = writtenTextSchema({ max: handoverLimits.linkTextCodePointsMax, lines: 'one' })
  .nullable()
  .meta({ description: 'What the link says; null: “Contact us”.' });

/** How those who ask reach a person. */
export const handoverSettingsSchema = z
  .strictObject({ chat, link, link_text: linkText })
  .meta({ id: 'HandoverSettings' });

export const handoverSettingsRequestSchema = z
  .strictObject({ chat, link: link.default(null), link_text: linkText.default(null) })
  .meta({ id: 'HandoverSettingsRequest' });

export type Handover = z.output<typeof handoverSchema>;
export type HandoverSettings = z.output<typeof handoverSettingsSchema>;
