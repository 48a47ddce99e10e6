import { z } from 'zod';
import {
  contentLimits,
  groupsSchema,
  sourceSchema,
  titleSchema,
  webAddressSchema,
} from './content-fields.ts';
import { packParamsSchema } from './content-pack.ts';
import { idSchema } from './ids.ts';
import { openEnum } from './open-enum.ts';
import { pageSchema } from './page.ts';
import { timeSchema } from './time.ts';

export const documentParamsSchema = packParamsSchema.extend({
  document_id: z.string().min(1).meta({ description: 'The id of the document.' }),
});

const documentFormats = ['markdown', 'text'] as const;

/** A text is read as the ending of its path says. */
function formatOf(source: string): (typeof documentFormats)[number] | null {
  if (/\.(?:md|markdown)$/i.test(source)) return 'markdown';
  return /\.txt$/i.test(source) ? 'text' : null;
}

/** Either a text, or the address of one. */
export const addDocumentRequestSchema = z
  .strictObject({
    source: sourceSchema.exactOptional(),
    text: z
      .string()
      .min(1)
      .refine((text) => !text.includes('\0'), { error: 'Holds a character that cannot be stored' })
      .meta({ description: 'The text of the document. Needs a `source` that ends in `.md` or `.txt`.' })
      .exactOptional(),
    format: z
      .enum(documentFormats)
      .meta({ description: 'How `text` is written, as the ending of `source` says: `.md` or `.txt`.' })
      .exactOptional(),
    fetch_url: webAddressSchema
      .meta({ format: 'uri', description: 'An address to fetch the document from, instead of `text`.' })
      .exactOptional(),
    title: titleSchema.exactOptional(),
    url: webAddressSchema
      .meta({ format: 'uri', description: 'Where people read it; shown with citations. Only with `text`.' })
      .exactOptional(),
    groups: groupsSchema.default([]),
  })
  .superRefine((request, context) => {
    const addFault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (request.text === undefined && request.fetch_url === undefined) {
      addFault('text', 'Either text or fetch_url is required');
    }
    if (request.text !== undefined && request.source === undefined) {
      addFault('source', 'This field is required with text');
    }
    if (request.text !== undefined && request.source !== undefined) {
      const format = formatOf(request.source);
      if (format === null) addFault('source', 'With text, the path ends in .md, .markdown or .txt');
      else if ((request.format ?? format) !== format) addFault('format', 'Differs from the ending of source');
    }
    if (request.fetch_url === undefined) return;
    for (const name of ['text', 'format', 'url'] as const) {
      if (request[name] !== undefined) addFault(name, 'Not allowed with fetch_url');
    }
  })
  .meta({
    id: 'AddDocumentRequest',
    oneOf: [
      { required: ['source', 'text'], not: { required: ['fetch_url'] } },
      {
        required: ['fetch_url'],
        properties: { text: false, format: false, url: false },
      },
    ],
  });

const filePartSchema = z
  .custom<Uint8Array>()
  .meta({ type: 'string', contentMediaType: 'application/octet-stream' });

/** As described, not as parsed: a form has no types, and its fields may repeat. */
export const documentUploadSchema = z
  .strictObject({
    file: z
      .array(filePartSchema)
      .min(1)
      .max(contentLimits.uploadFilesMax)
      .meta({ description: 'The files, each a part named `file` with a file name.' }),
    source: z
      .array(sourceSchema)
      .meta({ description: 'A path for each file, in their order. Left out: the file names.' })
      .exactOptional(),
    title: z
      .array(titleSchema)
      .meta({ description: 'A title for each file, in their order. Left out: from the files themselves.' })
      .exactOptional(),
    url: z
      .array(webAddressSchema)
      .meta({ description: 'An address for each file, in their order, where people read it.' })
      .exactOptional(),
    groups: groupsSchema
      .meta({
        description:
          'For all files: a JSON array in one field, or one field for each group. Only members of any of them get answers from it; none: everyone.',
      })
      .exactOptional(),
  })
  .meta({ id: 'DocumentUploadRequest' });

export const updateDocumentRequestSchema = z
  .strictObject({
    title: titleSchema.exactOptional(),
    url: webAddressSchema.nullable().exactOptional(),
    groups: groupsSchema.exactOptional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'Name at least one field to change' })
  .meta({ id: 'UpdateDocumentRequest', minProperties: 1 });

const summaryFields = {
  id: idSchema('doc'),
  source: z.string().min(1),
  title: z.string(),
  url: z.string().nullable(),
  groups: z.array(z.string()),
  format: openEnum(documentFormats, 'How the text is written.'),
  code_points: z.int().min(0).meta({ description: 'The length of its text, in code points.' }),
  updated_at: timeSchema,
};

const documentSummarySchema = z.strictObject(summaryFields).meta({ id: 'DocumentSummary' });

export const documentPageSchema = pageSchema(documentSummarySchema, 'DocumentPage');

export const documentSchema = z
  .strictObject({
    ...summaryFields,
    text: z.string().meta({ description: 'The text that citations quote, with their offsets into it.' }),
  })
  .meta({ id: 'Document' });

export type AddDocumentRequest = z.output<typeof addDocumentRequestSchema>;
export type DocumentEntry = z.output<typeof documentSchema>;
export type DocumentSummaryEntry = z.output<typeof documentSummarySchema>;
