import { z } from 'zod';
import { dateTimeSchema, timeSchema } from './time.ts';

export const insightLimits = {
  daysUsual: 30,
  daysMax: 92,
  /** Newest first: what is older than so many messages is left out, and the answer says so. */
  messagesMax: 200_000,
  /** Unanswered questions that are put into groups, newest first. */
  questionsMax: 3_000,
  /** Labels of seven days that are read, newest first; where there are more, the answer says so. */
  labelsPerWeekMax: 5_000,
  examplesMax: 5,
  nearestMax: 3,
  tasksMax: 100,
  tasksUsual: 20,
} as const;

/** The same two everywhere: in the query string of what is read, in the body of what is done. */
export const periodFields = {
  from: dateTimeSchema
    .meta({
      description: `This instant or later; ${insightLimits.daysUsual} days before \`to\` where left out.`,
    })
    .exactOptional(),
  to: dateTimeSchema
    .meta({
      description: `Before this instant, at most ${insightLimits.daysMax} days after \`from\`; now where left out.`,
    })
    .exactOptional(),
};

export const periodQuerySchema = z.strictObject(periodFields);

export const countSchema = z.int().min(0);
export const shareSchema = z.number().min(0).max(1);

/** What figures were made of. */
export const countedFields = {
  from: timeSchema.meta({ description: 'This instant or later.' }),
  to: timeSchema.meta({ description: 'Before this instant.' }),
  counted: countSchema.max(insightLimits.messagesMax).meta({
    description: `Messages of the period that ended and were counted: the newest ${insightLimits.messagesMax} at most.`,
  }),
  complete: z.boolean().meta({ description: 'Whether these are all of the period.' }),
};

/** A share of few is not worth as much as one of many: between these it lies, 19 times in 20. */
export const intervalSchema = z
  .strictObject({ low: shareSchema, high: shareSchema })
  .refine(({ low, high }) => low <= high, { path: ['high'], error: 'Not below low' })
  .meta({ id: 'ShareInterval', description: 'Where a share lies with 95 % confidence.' });

export const daySchema = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  .meta({ format: 'date', description: 'A day in UTC.' });
