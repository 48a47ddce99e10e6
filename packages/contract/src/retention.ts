import { z } from 'zod';
import { auditLimits } from './audit-limits.ts';

const { retentionDaysMax } = auditLimits;

function daysSchema(error: string) {
  // What is no number of days is not compared with the other either.
  return z.int({ error }).min(1, { error, abort: true }).max(retentionDaysMax, { error, abort: true });
}

const daysExpected = `Expected a whole number from 1 to ${retentionDaysMax}`;

const rulesSchema = z
  .strictObject({
    content_days: daysSchema(daysExpected).meta({
      description:
        'Days after a question was asked until its content is destroyed: question, answer, metadata, and what was kept beside them.',
    }),
    record_days: daysSchema(`${daysExpected}, or null`).nullable().meta({
      description:
        'Days until the record itself is dropped, and only its place in the log remains; null: never. Not below `content_days`.',
    }),
  })
  .refine((days) => days.record_days === null || days.record_days >= days.content_days, {
    path: ['record_days'],
    error: 'Expected null, or no less than content_days',
  });

export const retentionRequestSchema = rulesSchema.meta({ id: 'RetentionRequest' });

/** How long the records of a tenant are kept. */
export const retentionSchema = rulesSchema.meta({ id: 'Retention' });

export type RetentionEntry = z.output<typeof retentionSchema>;
