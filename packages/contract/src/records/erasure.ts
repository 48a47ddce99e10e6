import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { timeSchema } from '../fields/time.ts';
import { auditLimits } from './audit-limits.ts';
import { logEntrySchema } from './audit-record.ts';

/** Not validated: an unknown end user has nothing to erase. */
export const endUserParamsSchema = z.strictObject({
  end_user_id: z.string().min(1).meta({
    description: 'The `end_user_id` given in queries, percent-encoded.',
  }),
});

const curatedPairsSchema = z.array(idSchema('qna')).meta({
  description:
    'Curated pairs that were drafted from the erased content. They are part of a content pack and are not erased: review them.',
});

export const erasedMessageSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    content_state: z.literal('erased'),
    erased_at: timeSchema.meta({
      description: 'When it was first erased; erasing again does not change it.',
    }),
    log: logEntrySchema.meta({ description: 'The log entry of the erasure.' }),
    curated_pairs: curatedPairsSchema,
  })
  .meta({ id: 'MessageErasure' });

const messageIdsSchema = z.array(idSchema('msg'));

const erasedShape = {
  erased: z.int().min(0).max(auditLimits.erasedPerCallMax).meta({
    description: 'The number of messages that this call erased.',
  }),
  under_legal_hold: messageIdsSchema.meta({
    description:
      'Messages of the end user, or with their feedback, that were not erased because of a legal hold on the message, on its thread, or on another person who gave feedback on it.',
  }),
  unfinished: messageIdsSchema.meta({
    description:
      'Messages that are still being answered or are pending review, including ones that are not recorded yet. Erase them once they have ended.',
  }),
  curated_pairs: curatedPairsSchema,
  has_more: z.boolean().meta({ description: 'Whether more messages remain: call again.' }),
};

export const erasedEndUserSchema = z.strictObject(erasedShape).meta({ id: 'EndUserErasure' });
export const erasedThreadSchema = z
  .strictObject({
    ...erasedShape,
    under_legal_hold: messageIdsSchema.meta({
      description:
        'Messages of the thread that were not erased because of a legal hold on the message or on a person.',
    }),
  })
  .meta({ id: 'ThreadErasure' });

export type ErasedMessageEntry = z.output<typeof erasedMessageSchema>;
export type ErasedEndUserEntry = z.output<typeof erasedEndUserSchema>;
