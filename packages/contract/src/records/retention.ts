import { z } from 'zod';
import { auditLimits } from './audit-limits.ts';

const { retentionDaysMax } = auditLimits;

function daysSchema(error: string) {
  // An invalid number of days must not be compared with the other one.
  return z.int({ error }).min(1, { error, abort: true }).max(retentionDaysMax, { error, abort: true });
}

const daysExpected = `Must be an integer from 1 to ${retentionDaysMax}`;

const rulesSchema = z
  .strictObject({
    content_days: daysSchema(daysExpected).meta({
      description:
        'Days until the content of a message is destroyed: question, answer, metadata and feedback.',
    }),
    record_days: daysSchema(`${daysExpected}, or null`).nullable().meta({
      description:
        'Days until the record itself is dropped and only its log entry remains; null for never. Must be at least `content_days`.',
    }),
  })
  .refine((days) => days.record_days === null || days.record_days >= days.content_days, {
    path: ['record_days'],
    error: 'Must be null, or greater than or equal to content_days',
  });

export const retentionRequestSchema = rulesSchema.meta({ id: 'RetentionRequest' });

/** How long the records of a tenant are kept. */
export const retentionSchema = rulesSchema.meta({ id: 'Retention' });

export type RetentionEntry = z.output<typeof retentionSchema>;
