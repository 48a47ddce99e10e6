import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { timeSchema } from '../fields/time.ts';

/** Not validated: a malformed id is not found, like an unknown one. */
export const threadParamsSchema = z.strictObject({
  thread_id: z.string().min(1).meta({ description: 'The `thread_id` of its messages.' }),
});

const countSchema = z.int().min(0);

/** A conversation: messages that follow one another. */
export const threadSchema = z
  .strictObject({
    thread_id: idSchema('thr'),
    created_at: timeSchema.meta({ description: 'When its first message that is on record was asked.' }),
    last_message_at: timeSchema,
    message_count: countSchema.meta({ description: 'Messages whose content is present.' }),
    emptied_count: countSchema.meta({ description: 'Messages whose content is erased or expired.' }),
    closed: z.boolean().meta({ description: 'Whether the thread was deleted, and cannot be continued.' }),
  })
  .meta({ id: 'Thread' });

export type ThreadEntry = z.output<typeof threadSchema>;
