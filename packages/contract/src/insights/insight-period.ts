import { z } from 'zod';
import { dateTimeSchema, timeSchema } from '../fields/time.ts';

export const insightLimits = {
  daysUsual: 30,
  daysMax: 92,
  /** The number of messages that are read, newest first; if there are more, the response says so. */
  messagesMax: 200_000,
  /** Unanswered questions that are put into groups, newest first. */
  questionsMax: 3_000,
  /** The number of labels of seven days that are read, newest first; if there are more, the response says so. */
  labelsPerWeekMax: 5_000,
  examplesMax: 5,
  nearestMax: 3,
  /** Channels that are listed, those with the most questions. */
  channelsMax: 20,
  topicsMax: 8,
  /** The newest answers that are examined for topics. */
  topicAnswersMax: 1_000,
  tasksMax: 100,
  tasksUsual: 20,
} as const;

/** The same two everywhere: in the query string of what is read, in the body of what is done. */
export const periodFields = {
  from: dateTimeSchema
    .meta({
      description: `The start of the period, inclusive. Default: ${insightLimits.daysUsual} days before \`to\`.`,
    })
    .exactOptional(),
  to: dateTimeSchema
    .meta({
      description: `The end of the period, exclusive, at most ${insightLimits.daysMax} days after \`from\`. Default: now.`,
    })
    .exactOptional(),
};

export const periodQuerySchema = z.strictObject(periodFields);

export const countSchema = z.int().min(0);
export const shareSchema = z.number().min(0).max(1);

/** What figures were made of. */
export const countedFields = {
  from: timeSchema.meta({ description: 'The start of the period, inclusive.' }),
  to: timeSchema.meta({ description: 'The end of the period, exclusive.' }),
  counted: countSchema.max(insightLimits.messagesMax).meta({
    description: `Finished messages of the period that were counted: at most the newest ${insightLimits.messagesMax}.`,
  }),
  complete: z.boolean().meta({ description: 'Whether all messages of the period were counted.' }),
};

/** A share of few is not worth as much as one of many: between these it lies, 19 times in 20. */
export const intervalSchema = z
  .strictObject({ low: shareSchema, high: shareSchema })
  .refine(({ low, high }) => low <= high, { path: ['high'], error: 'Must be greater than or equal to low' })
  .meta({ id: 'ShareInterval', description: 'The 95 % confidence interval of a share.' });

export const daySchema = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/)
  .meta({ format: 'date', description: 'A day in UTC.' });
