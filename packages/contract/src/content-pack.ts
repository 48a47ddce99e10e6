import { z } from 'zod';
import { contentLimits } from './content-fields.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageParameters, pageSchema } from './page.ts';
import { timeSchema } from './time.ts';
import { writtenTextSchema } from './written-text.ts';

const countSchema = z.int().min(0);
const versionSchema = z.int().min(1).max(2_147_483_647);

const packIdSchema = z.string().min(1).meta({ description: 'The id of the content pack.' });

/** Not checked for form: an ill-formed id is not found, like an unknown one. */
export const packParamsSchema = z.strictObject({ pack_id: packIdSchema });

/** What lists take that have nothing to filter by. */
export const pageQuerySchema = z.strictObject(pageParameters);

const nameSchema = writtenTextSchema({ max: contentLimits.nameCodePointsMax, lines: 'one' }).meta({
  description: 'Unique within the tenant.',
});
const descriptionSchema = writtenTextSchema({
  max: contentLimits.descriptionCodePointsMax,
  lines: 'many',
  min: 0,
});

export const createPackRequestSchema = z
  .strictObject({ name: nameSchema, description: descriptionSchema.default('') })
  .meta({ id: 'CreateContentPackRequest' });

export const updatePackRequestSchema = z
  .strictObject({ name: nameSchema.exactOptional(), description: descriptionSchema.exactOptional() })
  .refine((change) => Object.keys(change).length > 0, { error: 'Name at least one field to change' })
  .meta({ id: 'UpdateContentPackRequest', minProperties: 1 });

export const publishRequestSchema = z
  .strictObject({
    note: writtenTextSchema({ max: contentLimits.noteCodePointsMax, lines: 'many', min: 0 })
      .meta({ description: 'What is new, for whoever looks at the versions.' })
      .default(''),
    force: z.boolean().default(false).meta({
      description:
        'Publishes whatever the gate of the pack would say. The note must then say why, and the version tells of it.',
    }),
  })
  .refine(({ force, note }) => !force || note !== '', {
    path: ['note'],
    error: 'Say why the gate is passed by',
  })
  .meta({ id: 'PublishRequest' });

export const rollbackRequestSchema = z
  .strictObject({ version: versionSchema.meta({ description: 'A version that is not retired.' }) })
  .meta({ id: 'RollbackRequest' });

/** For operations that take no body: an empty one is none. */
export const emptyRequestSchema = z.strictObject({}).meta({ id: 'EmptyRequest' });

export const contentPackSchema = z
  .strictObject({
    id: idSchema('pack'),
    name: z.string().min(1),
    description: z.string(),
    created_at: timeSchema,
    updated_at: timeSchema,
    draft: z
      .strictObject({
        document_count: countSchema,
        qna_count: countSchema,
        changed: z.boolean().meta({
          description: 'Whether publishing now would serve something other than the latest version.',
        }),
      })
      .meta({ description: 'What is worked on, and served to nobody before it is published.' }),
    latest_version: versionSchema
      .nullable()
      .meta({ description: 'The highest version ever published; null where none was.' }),
    published_version: versionSchema
      .nullable()
      .meta({ description: 'The version that answers are made from; null: nothing of the pack is served.' }),
    vectors: z
      .strictObject({ done: countSchema, total: countSchema })
      .refine(({ done, total }) => done <= total, { error: 'More done than there are' })
      .nullable()
      .meta({
        description:
          'How far the search by meaning is with the published version; until then the rest is found by words. Null where nothing is published.',
      }),
  })
  .refine(({ latest_version, published_version }) => (published_version ?? 0) <= (latest_version ?? 0), {
    path: ['published_version'],
    error: 'Later than the latest',
  })
  .meta({ id: 'ContentPack' });

export const contentPackPageSchema = pageSchema(contentPackSchema, 'ContentPackPage');

const packVersionSchema = z
  .strictObject({
    version: versionSchema,
    document_count: countSchema,
    qna_count: countSchema,
    passage_count: countSchema,
    note: z.string(),
    published_at: timeSchema,
    retired: z.boolean().meta({ description: 'Whether its content is gone: it cannot be served again.' }),
  })
  .meta({ id: 'ContentPackVersion' });

export const packVersionPageSchema = pageSchema(packVersionSchema, 'ContentPackVersionPage');

const textKindSchema = openEnum(['document', 'qna'], 'What kind of text it is.');

const nearDuplicateSchema = z
  .strictObject({
    kind: textKindSchema,
    similarity: z.number().min(0).max(1).meta({ description: '1: word for word the same.' }),
    places: z
      .array(
        z.strictObject({
          id: z.union([idSchema('doc'), idSchema('qna')]),
          source: z.string(),
          quote: z.string(),
        }),
      )
      .min(2),
  })
  .meta({ id: 'NearDuplicate' });

const contradictionSchema = z
  .strictObject({
    kind: textKindSchema,
    questions: z
      .array(z.strictObject({ qna_id: idSchema('qna'), question: z.string(), answer: z.string() }))
      .meta({ description: 'Pairs that ask the same and answer it differently; empty for documents.' }),
    places: z
      .array(z.strictObject({ id: idSchema('doc'), source: z.string(), quote: z.string() }))
      .meta({ description: 'Sentences that differ in a value or a denial alone; empty for pairs.' }),
    reason: z.string().min(1),
  })
  .refine(({ questions, places }) => questions.length + places.length >= 2, {
    error: 'One text contradicts nothing',
  })
  .meta({ id: 'Contradiction' });

const suspiciousTextSchema = z
  .strictObject({
    kind: textKindSchema,
    id: z.union([idSchema('doc'), idSchema('qna')]),
    source: z.string(),
    quote: z.string(),
    reason: z.string().min(1),
  })
  .meta({
    id: 'SuspiciousText',
    description:
      'A text that reads like orders to whatever reads it: people should look at it before it is published.',
  });

export const packReportSchema = z
  .strictObject({
    draft_revision: countSchema,
    near_duplicates: z.array(nearDuplicateSchema),
    contradictions: z.array(contradictionSchema),
    suspicious: z.array(suspiciousTextSchema),
    truncated: z.boolean().meta({ description: 'Whether there were more than are listed.' }),
  })
  .meta({ id: 'ContentPackReport' });

export type ContentPack = z.output<typeof contentPackSchema>;
export type PackVersionEntry = z.output<typeof packVersionSchema>;
export type ContentPackReport = z.output<typeof packReportSchema>;
