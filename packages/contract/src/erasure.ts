import { z } from 'zod';
import { auditLimits } from './audit-limits.ts';
import { logEntrySchema } from './audit-record.ts';
import { idSchema } from './ids.ts';
import { timeSchema } from './time.ts';

/** Not checked for form: of whoever is not known there is nothing to erase. */
export const endUserParamsSchema = z.strictObject({
  end_user_id: z.string().min(1).meta({
    description: 'The `end_user_id` that questions came with, percent-encoded as paths are.',
  }),
});

const curatedPairsSchema = z.array(idSchema('qna')).meta({
  description:
    'Curated pairs that were drafted from what was erased. They are the knowledge of the tenant and stay: look through them.',
});

export const erasedMessageSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    content_state: z.literal('erased'),
    erased_at: timeSchema.meta({ description: 'When it was erased; erasing again does not change it.' }),
    log: logEntrySchema.meta({ description: 'The entry of the log that says so.' }),
    curated_pairs: curatedPairsSchema,
  })
  .meta({ id: 'ErasedMessage' });

const messageIdsSchema = z.array(idSchema('msg'));

export const erasedEndUserSchema = z
  .strictObject({
    erased: z.int().min(0).max(auditLimits.erasedPerCallMax).meta({
      description: 'Messages that this call erased.',
    }),
    held: messageIdsSchema.meta({
      description:
        'Kept by a hold on the message, on its thread, or over another person who gave feedback on it: messages of the person, and others of which they said something, which is kept with them.',
    }),
    not_ended: messageIdsSchema.meta({
      description:
        'Still being answered, or waiting for a person: erase them once they have ended. One that is not on record yet may be among them.',
    }),
    curated_pairs: curatedPairsSchema,
    has_more: z.boolean().meta({ description: 'There is more than one call does: ask again.' }),
  })
  .meta({ id: 'ErasedEndUser' });

export type ErasedMessageEntry = z.output<typeof erasedMessageSchema>;
export type ErasedEndUserEntry = z.output<typeof erasedEndUserSchema>;
