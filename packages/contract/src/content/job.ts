import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { packParamsSchema } from './pack.ts';

export const jobParamsSchema = packParamsSchema.extend({
  job_id: z.string().min(1).meta({ description: 'The id of the job.' }),
});

const jobKinds = ['documents', 'qna', 'publish'] as const;
const jobStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;

const countSchema = z.int().min(0);

/** Background work on a pack. After a restart it resumes. */
export const jobSchema = z
  .strictObject({
    id: idSchema('job'),
    kind: openEnum(
      jobKinds,
      'What the job does: imports documents, imports curated pairs, or publishes the draft.',
    ),
    status: openEnum(jobStatuses, 'The state of the job.'),
    done: countSchema.meta({ description: 'How many of `total` are done: files, or passages of a version.' }),
    total: countSchema,
    counts: z.strictObject({
      added: countSchema,
      changed: countSchema,
      unchanged: countSchema,
      failed: countSchema,
    }),
    errors: z
      .array(z.strictObject({ file: z.string(), reason: z.string().min(1) }))
      .max(1_000)
      .meta({ description: 'What could not be imported, and why; at most the first thousand.' }),
    version: z.int().min(1).nullable().meta({ description: 'The version that was published.' }),
    failure: z.string().min(1).nullable().meta({ description: 'Why the job failed.' }),
    created_at: timeSchema,
    started_at: timeSchema.nullable(),
    ended_at: timeSchema.nullable(),
  })
  .superRefine(({ status, ended_at, failure }, context) => {
    const ended = status !== 'queued' && status !== 'running';
    if (ended !== (ended_at !== null)) {
      context.addIssue({
        code: 'custom',
        path: ['ended_at'],
        message: 'Must be given if and only if the job has ended',
      });
    }
    if (failure !== null && status !== 'failed') {
      context.addIssue({ code: 'custom', path: ['failure'], message: 'Must be null unless the job failed' });
    }
  })
  .meta({ id: 'ContentJob' });

export const jobPageSchema = pageSchema(jobSchema, 'ContentJobPage');

export type ContentJob = z.output<typeof jobSchema>;
