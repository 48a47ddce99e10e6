import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { pageSchema } from '../fields/page.ts';
import { dateTimeSchema, timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { contentLimits, groupsSchema, shownOwnerSchema, webAddressSchema } from './content-fields.ts';
import { packParamsSchema } from './pack.ts';

export const qnaParamsSchema = packParamsSchema.extend({
  qna_id: z.string().min(1).meta({ description: 'The id of the curated pair.' }),
});

const questionSchema = writtenTextSchema({ max: contentLimits.questionCodePointsMax, lines: 'many' });

const yearMsMin = Date.parse('0001-01-01T00:00:00.000Z');
const yearMsMax = Date.parse('9999-12-31T23:59:59.999Z');

/** An instant that can be written back in UTC: an offset may carry the first or last day beyond the years there are. */
const instantSchema = dateTimeSchema
  .refine((text) => Date.parse(text) >= yearMsMin && Date.parse(text) <= yearMsMax, {
    error: 'Must be in the years 1 to 9999',
  })
  .nullable();

/** The whole pair: replacing one replaces every field, and omitted fields get their defaults. */
export const qnaRequestSchema = z
  .strictObject({
    question: questionSchema,
    alternatives: z
      .array(questionSchema)
      .max(contentLimits.alternativesMax)
      .meta({ description: 'Other phrasings of the question.' })
      .default([]),
    answer: writtenTextSchema({ max: contentLimits.answerCodePointsMax, lines: 'many' }).meta({
      description: 'May use Markdown.',
    }),
    source: writtenTextSchema({ max: contentLimits.sourceCodePointsMax, lines: 'one', min: 0 })
      .meta({ description: 'The source of the answer, as shown in citations.' })
      .default(''),
    url: webAddressSchema.nullable().default(null),
    tags: z
      .array(writtenTextSchema({ max: contentLimits.tagCodePointsMax, lines: 'one' }))
      .max(contentLimits.tagsMax)
      .meta({ description: 'Your own labels.' })
      .default([]),
    groups: groupsSchema.default([]),
    valid_from: instantSchema
      .meta({ description: 'Used from this time on; null for no start.' })
      .default(null),
    valid_until: instantSchema
      .meta({ description: 'Not used from this time on; null for no end.' })
      .default(null),
  })
  .refine(
    ({ valid_from: from, valid_until: until }) =>
      from === null || until === null || Date.parse(from) < Date.parse(until),
    { path: ['valid_until'], error: 'Must be later than valid_from' },
  )
  .meta({ id: 'QnaRequest' });

export const qnaImportQuerySchema = z.strictObject({
  file_name: writtenTextSchema({ max: 255, lines: 'one' })
    .meta({
      description: 'The file name, if the body is the file itself. Its extension determines the format.',
    })
    .exactOptional(),
});

/** As described, not as parsed. */
export const qnaUploadSchema = z
  .strictObject({
    file: z.custom<Uint8Array>().meta({
      ...{ type: 'string', contentMediaType: 'application/octet-stream', minLength: 1 },
      description: 'One file.',
    }),
  })
  .meta({ id: 'QnaUploadRequest' });

export const qnaSchema = z
  .strictObject({
    id: idSchema('qna'),
    question: z.string().min(1),
    alternatives: z.array(z.string()),
    answer: z.string().min(1),
    source: z.string(),
    url: z.string().nullable(),
    tags: z.array(z.string()),
    groups: z.array(z.string()),
    valid_from: timeSchema.nullable(),
    valid_until: timeSchema.nullable(),
    updated_at: timeSchema,
    owner: shownOwnerSchema,
  })
  .meta({ id: 'Qna' });

export const qnaPageSchema = pageSchema(qnaSchema, 'QnaPage');

export type QnaRequest = z.output<typeof qnaRequestSchema>;
export type QnaEntry = z.output<typeof qnaSchema>;
