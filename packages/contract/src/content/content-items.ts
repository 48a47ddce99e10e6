import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageParameters, pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import {
  contentLimits,
  groupsSchema,
  ownerSchema,
  shownOwnerSchema,
  tagSchema,
  tagsSchema,
} from './content-fields.ts';

const itemIdSchema = z.union([idSchema('doc'), idSchema('qna')]);

/** Filters of the lists of documents and of curated pairs. */
export const itemListQuerySchema = z.strictObject({
  owner: ownerSchema.meta({ description: 'Only those that this person looks after.' }).exactOptional(),
  tag: tagSchema.meta({ description: 'Only those with this tag.' }).exactOptional(),
  ...pageParameters,
});

const itemIds = {
  item_ids: z
    .array(itemIdSchema)
    .min(1)
    .max(contentLimits.itemsMax)
    .meta({ description: 'Documents and curated pairs. Those that the draft does not have are left out.' }),
};

/** What one request changes in several documents and pairs. */
export const changeItemsRequestSchema = z
  .strictObject({
    ...itemIds,
    groups: groupsSchema.exactOptional(),
    owner: ownerSchema
      .nullable()
      .meta({ description: 'Who looks after them; null: nobody.' })
      .exactOptional(),
    add_tags: tagsSchema.exactOptional(),
    remove_tags: tagsSchema.exactOptional(),
  })
  .refine(({ item_ids: _, ...changes }) => Object.keys(changes).length > 0, {
    error: 'Give at least one field to change',
  })
  .meta({ id: 'ChangeItemsRequest', minProperties: 2 });

export const removeItemsRequestSchema = z.strictObject(itemIds).meta({ id: 'RemoveItemsRequest' });

export const changedItemsSchema = z
  .strictObject({
    changed: z.int().min(0).meta({ description: 'How many of them the draft has; all of them are now so.' }),
  })
  .meta({ id: 'ChangedItems' });

/** What there is to filter by. */
export const itemLabelsSchema = z
  .strictObject({
    owners: z.array(z.string()).max(contentLimits.itemsMax),
    tags: z.array(z.string()).max(contentLimits.itemsMax),
  })
  .meta({ id: 'ItemLabels', description: 'At most the first 500 of each, in alphabetical order.' });

export const findItemsQuerySchema = z.strictObject({
  text: writtenTextSchema({ max: 200, lines: 'one' }).meta({
    description:
      'All of these words must be in the title, path, text, question, answer, owner or tags; case and accents do not matter. Of a long document, the first 500,000 characters are looked at.',
  }),
  content_pack_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Only in this content pack. Default: in all of them.' })
    .exactOptional(),
  ...pageParameters,
});

const foundItemSchema = z
  .strictObject({
    kind: openEnum(['document', 'qna'], 'What was found.'),
    id: itemIdSchema,
    content_pack_id: idSchema('pack'),
    title: z.string().meta({ description: 'The title of a document, or the question of a pair.' }),
    source: z.string(),
    excerpt: z.string().meta({ description: 'The place where the first of the words is found.' }),
    owner: shownOwnerSchema,
    tags: z.array(z.string()),
    updated_at: timeSchema,
  })
  .meta({ id: 'FoundItem' });

export const foundItemPageSchema = pageSchema(foundItemSchema, 'FoundItemPage');

export type ChangeItemsRequest = z.output<typeof changeItemsRequestSchema>;
export type FoundItem = z.output<typeof foundItemSchema>;
export type ItemLabelsEntry = z.output<typeof itemLabelsSchema>;
