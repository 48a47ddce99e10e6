import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { visibleTextPattern, writtenTextSchema } from '../fields/written-text.ts';
import { contentLimits } from './content-fields.ts';

const countSchema = z.int().min(0);
const shareSchema = z.number().min(0).max(1);
const versionSchema = z.int().min(1).max(2_147_483_647);

const packIdSchema = z.string().min(1).meta({ description: 'The id of the content pack.' });

/** Not validated: a malformed id is not found, like an unknown one. */
export const packParamsSchema = z.strictObject({ pack_id: packIdSchema });

/** The parameters of lists without filters. */
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
  .refine((change) => Object.keys(change).length > 0, { error: 'Give at least one field to change' })
  .meta({ id: 'UpdateContentPackRequest', minProperties: 1 });

export const publishRequestSchema = z
  .strictObject({
    note: writtenTextSchema({ max: contentLimits.noteCodePointsMax, lines: 'many', min: 0 })
      .meta({ description: 'A note for the list of versions.' })
      .default(''),
    force: z.boolean().default(false).meta({
      description:
        'Publishes even if the publish gate fails. The note must then say why; it is kept with the version.',
    }),
  })
  .refine(({ force, note }) => !force || note !== '', {
    path: ['note'],
    error: 'Required with force: say why the publish gate is bypassed',
  })
  .meta({
    id: 'PublishRequest',
    not: {
      required: ['force'],
      properties: { force: { const: true }, note: { not: { pattern: visibleTextPattern } } },
    },
  });

export const rollbackRequestSchema = z
  .strictObject({ version: versionSchema.meta({ description: 'A version that is not retired.' }) })
  .meta({ id: 'RollbackRequest' });

/** For operations without parameters: an empty object counts as no body. */
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
          description: 'Whether the draft differs from the latest version.',
        }),
      })
      .meta({ description: 'The working copy. It is not served until it is published.' }),
    latest_version: versionSchema
      .nullable()
      .meta({ description: 'The highest version that was ever published; null if none was.' }),
    published_version: versionSchema
      .nullable()
      .meta({ description: 'The version that answers come from; null if nothing is published.' }),
    embeddings: z
      .strictObject({ done: countSchema, total: countSchema })
      .refine(({ done, total }) => done <= total, { error: 'done must not exceed total' })
      .nullable()
      .meta({
        description:
          'Progress of embedding the published version for semantic search. Passages that are not embedded yet are found by keyword search. Null if nothing is published.',
      }),
    screening: z
      .strictObject({ done: countSchema, total: countSchema })
      .refine(({ done, total }) => done <= total, { error: 'done must not exceed total' })
      .nullable()
      .meta({
        description:
          'How many documents of the published version are screened for instructions to language models. Passages of the others are screened when a question needs them. Null if nothing is published.',
      }),
  })
  .refine(({ latest_version, published_version }) => (published_version ?? 0) <= (latest_version ?? 0), {
    path: ['published_version'],
    error: 'Must not be later than latest_version',
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
    retired: z
      .boolean()
      .meta({ description: 'Whether its content was deleted, so that it cannot be published again.' }),
    nodes: z
      .array(
        z.strictObject({
          node_id: z.string().meta({ description: 'Of a process that serves: new with each start.' }),
          serving: z.boolean().meta({ description: 'False while it still answers from the version before.' }),
        }),
      )
      .nullable()
      .meta({
        description:
          'The nodes that are alive, if several share the records, and whether each serves this version yet. Null for a version that is not published, and if one process serves alone.',
      }),
  })
  .meta({ id: 'ContentPackVersion' });

export const packVersionPageSchema = pageSchema(packVersionSchema, 'ContentPackVersionPage');

const textKindSchema = openEnum(['document', 'qna'], 'The kind of text.');

const nearDuplicateSchema = z
  .strictObject({
    kind: textKindSchema,
    similarity: z.number().min(0).max(1).meta({ description: '1 means identical wording.' }),
    locations: z
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
      .meta({ description: 'Pairs with the same question and different answers; empty for documents.' }),
    locations: z
      .array(z.strictObject({ id: idSchema('doc'), source: z.string(), quote: z.string() }))
      .meta({ description: 'Sentences that differ only in a value or a negation; empty for pairs.' }),
    reason: z.string().min(1),
  })
  .refine(({ questions, locations }) => questions.length + locations.length >= 2, {
    error: 'A contradiction needs at least two texts',
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
    description: 'A text that looks like a prompt injection. Review it before publishing.',
  });

const leftOutPassageSchema = z
  .strictObject({
    id: idSchema('doc'),
    source: z.string(),
    quote: z.string(),
    guardrail_id: idSchema('grd'),
    guardrail: z.string().meta({ description: 'The name of the guardrail.' }),
    score: shareSchema.meta({
      description: 'How likely the passage gives instructions to a language model.',
    }),
    threshold: shareSchema.meta({ description: 'Of the policy: passages that score so much are left out.' }),
    reason: z.string().min(1),
  })
  .meta({
    id: 'LeftOutPassage',
    description: 'A passage that no answer uses, because the current guardrail policy leaves it out.',
  });

const historicalDocumentSchema = z
  .strictObject({ id: idSchema('doc'), source: z.string(), reason: z.string().min(1) })
  .meta({
    id: 'HistoricalDocument',
    description: 'A changelog, an archived or a superseded document. It ranks below current documents.',
  });

export const packReportSchema = z
  .strictObject({
    draft_revision: countSchema,
    near_duplicates: z.array(nearDuplicateSchema),
    contradictions: z.array(contradictionSchema),
    suspicious: z.array(suspiciousTextSchema),
    left_out: z.array(leftOutPassageSchema).meta({
      description:
        'Passages that are left out of answers under the current guardrail policy, the clearest first. A change of the policy applies at once.',
    }),
    unscreened: countSchema.meta({
      description:
        'Passages that are not screened yet, so that it is not known whether they are left out. Request the report again later.',
    }),
    historical: z.array(historicalDocumentSchema),
    truncated: z.boolean().meta({ description: 'Whether the lists were cut off.' }),
  })
  .meta({ id: 'ContentPackReport' });

export type ContentPack = z.output<typeof contentPackSchema>;
export type PackVersionEntry = z.output<typeof packVersionSchema>;
export type ContentPackReport = z.output<typeof packReportSchema>;
