import { z } from 'zod';
import { somebodySchema } from '../fields/actor.ts';
import { textSchema } from '../fields/code-points.ts';
import { hashSchema } from '../fields/hash.ts';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { dateTimeSchema, timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { bands, messageStatuses, sampleFindings, sampleMethods } from '../values/enumerations.ts';

export const sampleLimits = {
  /** Records of one sample. */
  sizeMax: 500,
  /** Records that one is drawn from. */
  populationMax: 1_000_000,
  /** Of a tenant: none is ever deleted. */
  samplesMax: 1_000,
  /** Of one record of a sample, as often as somebody thinks again. */
  judgementsMax: 20,
  noteMax: 500,
} as const;

const filterFields = {
  status: z.enum(messageStatuses).exactOptional(),
  band: z.enum(bands).exactOptional(),
  channel_type: textSchema({ min: 1, max: 64 }).exactOptional(),
  tripwire_triggered: z.boolean().exactOptional(),
  guardrail_id: idSchema('grd')
    .meta({ description: 'Only records in which this guardrail found something.' })
    .exactOptional(),
};

export const sampleRequestSchema = z
  .strictObject({
    method: z.enum(sampleMethods).meta({
      description:
        '`random`: each record with the same chance. `risk`: first those that feedback contradicts, then those in which a guardrail found something, then those with the lowest confidence. `guardrail`: those in which a guardrail found something, as many of each guardrail as there are.',
    }),
    size: z.int().min(1).max(sampleLimits.sizeMax),
    from: dateTimeSchema.meta({ description: 'Questions asked at this time or later.' }),
    until: dateTimeSchema
      .meta({ description: 'Questions asked before this time. Default: now.' })
      .exactOptional(),
    ...filterFields,
  })
  .superRefine(({ from, until }, context) => {
    if (until !== undefined && Date.parse(from) >= Date.parse(until))
      context.addIssue({ code: 'custom', path: ['until'], message: 'Must be later than from' });
  })
  .meta({ id: 'SampleRequest' });

export const sampleParamsSchema = z.strictObject({
  sample_id: z.string().min(1).meta({ description: 'The id of the sample.' }),
});

/** Not validated: a malformed id is not found, like an unknown one. */
export const sampleItemParamsSchema = sampleParamsSchema.extend({
  message_id: z.string().min(1).meta({ description: 'A message of the sample.' }),
});

const noteSchema = writtenTextSchema({ max: sampleLimits.noteMax, lines: 'many' });

export const judgementRequestSchema = z
  .strictObject({
    finding: z.enum(sampleFindings).meta({
      description: '`unreadable` if, and only if, the content was erased or has expired.',
    }),
    note: noteSchema
      .meta({ description: 'What was found. It is sealed beside the log, and erased with the message.' })
      .exactOptional(),
  })
  .meta({ id: 'JudgementRequest' });

export const signOffRequestSchema = z
  .strictObject({
    statement: noteSchema
      .meta({ description: 'The conclusion. It is sealed beside the log.' })
      .exactOptional(),
  })
  .meta({ id: 'SignOffRequest' });

const countSchema = z.int().min(0);
const shareSchema = z.number().min(0).max(1);

const estimateSchema = z
  .strictObject({
    found: countSchema.meta({ description: 'Records of the sample with such a finding.' }),
    of: countSchema.meta({ description: 'Records of the sample that could be judged.' }),
    share_from: shareSchema,
    share_until: shareSchema,
  })
  .meta({
    id: 'SampleEstimate',
    description:
      'The share of all records that it was drawn from that these numbers leave possible, by Clopper and Pearson, with a confidence of 95 %.',
  });

const summaryFields = {
  sample_id: idSchema('smp'),
  method: openEnum(sampleMethods, 'How it was drawn.'),
  size: z.int().min(1).meta({ description: 'How many records were asked for.' }),
  from: timeSchema,
  until: timeSchema,
  filters: z
    .record(z.string(), z.union([z.string(), z.boolean()]))
    .meta({ description: 'What else the records had to fulfil.' }),
  seed: hashSchema.meta({ description: 'What the service drew, and the order of the records follows from.' }),
  population: countSchema.meta({ description: 'How many records it was drawn from.' }),
  restricted: z.boolean().meta({
    description:
      'Whether it was drawn by somebody who may not see all records: what they may not see is in none of these numbers.',
  }),
  drawn: countSchema.meta({ description: 'How many records were drawn.' }),
  judged: countSchema.meta({ description: 'How many of them have a finding.' }),
  findings: z.strictObject({
    none: countSchema,
    minor: countSchema,
    major: countSchema,
    unreadable: countSchema,
  }),
  estimates: z
    .strictObject({ minor_or_major: estimateSchema, major: estimateSchema })
    .nullable()
    .meta({ description: 'Null unless it was drawn at random and all of it is judged.' }),
  drawn_at: timeSchema,
  drawn_by: somebodySchema,
  leaf_index: countSchema.meta({ description: 'The entry of the log that says what was drawn.' }),
  signed_off_at: timeSchema.nullable(),
  signed_off_by: somebodySchema.nullable(),
};

const sampleSummarySchema = z.strictObject(summaryFields).meta({ id: 'SampleSummary' });

const itemSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    reason: z.string().min(1).meta({
      description:
        'Why it was drawn: `random`; by risk `contradicted`, `flagged` or `low_confidence`; by guardrail the id of the guardrail.',
    }),
    finding: openEnum(sampleFindings, 'Null until it is judged.').nullable(),
    note: z.string().nullable(),
    judged_at: timeSchema.nullable(),
    judged_by: somebodySchema.nullable(),
    leaf_index: countSchema.nullable().meta({ description: 'The entry of the log with the finding.' }),
  })
  .meta({ id: 'SampleItem' });

export const sampleSchema = z
  .strictObject({
    ...summaryFields,
    statement: z
      .string()
      .nullable()
      .meta({ description: 'The conclusion; null if it was not stated, or erased.' }),
    items: z.array(itemSchema).max(sampleLimits.sizeMax),
  })
  .meta({ id: 'Sample' });

export const samplePageSchema = pageSchema(sampleSummarySchema, 'SamplePage');

export type SampleRequest = z.output<typeof sampleRequestSchema>;
export type JudgementRequest = z.output<typeof judgementRequestSchema>;
export type SampleSummaryEntry = z.output<typeof sampleSummarySchema>;
export type SampleItemEntry = z.output<typeof itemSchema>;
export type SampleEntry = z.output<typeof sampleSchema>;
