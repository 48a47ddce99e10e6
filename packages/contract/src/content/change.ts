import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { contentLimits } from './content-fields.ts';
import { documentSchema } from './document.ts';
import { packParamsSchema } from './pack.ts';
import { qnaSchema } from './qna.ts';

export const changeParamsSchema = packParamsSchema.extend({
  item_id: z.string().min(1).meta({ description: 'The id of a document or a curated pair.' }),
});

export const discardRequestSchema = z
  .strictObject({
    item_ids: z
      .array(z.union([idSchema('doc'), idSchema('qna')]))
      .min(1)
      .max(contentLimits.itemsMax)
      .meta({
        description: 'The documents and curated pairs to bring back. Default: everything that differs.',
      })
      .exactOptional(),
  })
  .meta({ id: 'DiscardChangesRequest' });

export const discardedSchema = z
  .strictObject({
    discarded: z.int().min(0).meta({
      description:
        'Documents and pairs that are as published again; those that did not differ are not counted.',
    }),
  })
  .meta({ id: 'DiscardedChanges' });

const changeFields = {
  kind: openEnum(['document', 'qna'], 'What has changed.'),
  id: z.union([idSchema('doc'), idSchema('qna')]),
  change: openEnum(['added', 'changed', 'removed'], 'How the draft differs.'),
  title: z.string().meta({ description: 'The title of a document, or the question of a pair.' }),
  source: z.string(),
  version: z.int().min(1).nullable().meta({
    description:
      'The version that the draft is compared with: the published one, or the latest if none is published. Null if there is none.',
  }),
};

const changeSummarySchema = z.strictObject(changeFields).meta({ id: 'DraftChangeSummary' });

export const changePageSchema = pageSchema(changeSummarySchema, 'DraftChangePage');

const sidesOf = <Entry extends z.ZodType>(entry: Entry) =>
  z.strictObject({
    before: entry.nullable().meta({ description: 'As published; null if it was added.' }),
    after: entry.nullable().meta({ description: 'As in the draft; null if it was removed.' }),
  });

export const changeSchema = z
  .strictObject({
    ...changeFields,
    document: sidesOf(documentSchema).nullable().meta({ description: 'Null for a curated pair.' }),
    qna: sidesOf(qnaSchema).nullable().meta({ description: 'Null for a document.' }),
  })
  .refine(({ kind, document, qna }) => (kind === 'document') === (document !== null && qna === null), {
    path: ['kind'],
    error: 'Must be the kind that is given',
  })
  .meta({ id: 'DraftChange' });

export type DraftChangeSummary = z.output<typeof changeSummarySchema>;
export type DraftChangeEntry = z.output<typeof changeSchema>;
