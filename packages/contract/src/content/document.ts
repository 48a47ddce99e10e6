import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import {
  contentLimits,
  groupsSchema,
  shownOwnerSchema,
  sourceSchema,
  titleSchema,
  webAddressSchema,
} from './content-fields.ts';
import { packParamsSchema } from './pack.ts';

export const documentParamsSchema = packParamsSchema.extend({
  document_id: z.string().min(1).meta({ description: 'The id of the document.' }),
});

const documentFormats = ['markdown', 'text'] as const;

/** The file extension decides how a text is parsed. */
function formatOf(source: string): (typeof documentFormats)[number] | null {
  if (/\.(?:md|markdown)$/i.test(source)) return 'markdown';
  return /\.txt$/i.test(source) ? 'text' : null;
}

/** The same for readers of the JSON Schema, whose patterns have no flags. */
const markdownSource = '\\.(?:[mM][dD]|[mM][aA][rR][kK][dD][oO][wW][nN])$';
const textSource = '\\.[tT][xX][tT]$';

function sourceWithFormat(pattern: string, format: (typeof documentFormats)[number]) {
  return { required: ['format'], properties: { source: { pattern }, format: { const: format } } };
}

const documentTextSchema = z
  .string()
  .min(1)
  .refine((text) => !text.includes('\0'), { error: 'Must not contain the NUL character' })
  .meta({ pattern: '^[^\\u0000]*$' });

/** What `trim` removes, spelt out because other languages mean other characters by `\\s`. */
const blank = '\\t-\\r\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const visibleDocumentPattern = `^[${blank}]*[^\\u0000${blank}][^\\u0000]*$`;

/** Either a text, or a URL to fetch it from. */
export const addDocumentRequestSchema = z
  .strictObject({
    source: sourceSchema.exactOptional(),
    text: documentTextSchema
      .meta({ description: 'The text of the document. Requires a `source` that ends in `.md` or `.txt`.' })
      .exactOptional(),
    format: z
      .enum(documentFormats)
      .meta({ description: 'The format of `text`. It must match the extension of `source`.' })
      .exactOptional(),
    fetch_url: webAddressSchema
      .meta({ description: 'A URL to fetch the document from, instead of `text`.' })
      .exactOptional(),
    title: titleSchema.exactOptional(),
    url: webAddressSchema
      .meta({
        description: 'The URL where people can read it, shown with citations. Only with `text`.',
      })
      .exactOptional(),
    groups: groupsSchema.default([]),
    replace: z
      .boolean()
      .meta({
        description:
          'False: refused with `pack_conflict` if the draft has a document with this `source`. Only with `text`.',
      })
      .default(true),
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
      if (format === null) addFault('source', 'Must end in .md, .markdown or .txt when text is given');
      else if ((request.format ?? format) !== format)
        addFault('format', 'Must match the extension of source');
    }
    if (request.fetch_url === undefined) return;
    for (const name of ['text', 'format', 'url'] as const) {
      if (request[name] !== undefined) addFault(name, 'Not allowed with fetch_url');
    }
    if (!request.replace) addFault('replace', 'Not allowed with fetch_url');
  })
  .meta({
    id: 'AddDocumentRequest',
    if: { required: ['fetch_url'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: {
      not: {
        anyOf: [
          ...['text', 'format', 'url'].map((name) => ({ required: [name] })),
          { required: ['replace'], properties: { replace: { const: false } } },
        ],
      },
    },
    else: {
      required: ['source', 'text'],
      properties: { source: { pattern: `${markdownSource}|${textSource}` } },
      not: {
        anyOf: [sourceWithFormat(markdownSource, 'text'), sourceWithFormat(textSource, 'markdown')],
      },
    },
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
      .meta({ description: 'The files. Each is a part named `file` that has a file name.' }),
    source: z
      .array(sourceSchema)
      .meta({ description: 'One path per file, in the same order. Default: the file names.' })
      .exactOptional(),
    title: z
      .array(titleSchema)
      .meta({ description: 'One title per file, in the same order. Default: taken from the files.' })
      .exactOptional(),
    url: z
      .array(webAddressSchema)
      .meta({ description: 'One URL per file, in the same order, where people can read it.' })
      .exactOptional(),
    groups: groupsSchema
      .meta({
        description:
          'Access groups for all files, as a JSON array in one field or as one field per group. Only members of at least one of them get answers from the files; if empty, everyone does.',
      })
      .exactOptional(),
  })
  .meta({ id: 'DocumentUploadRequest' });

export const updateDocumentRequestSchema = z
  .strictObject({
    title: titleSchema.exactOptional(),
    url: webAddressSchema.nullable().exactOptional(),
    groups: groupsSchema.exactOptional(),
    text: documentTextSchema
      .refine((text) => text.trim() !== '', { error: 'Must not be blank' })
      .meta({
        pattern: visibleDocumentPattern,
        description: 'The whole new text, in the format of the document.',
      })
      .exactOptional(),
  })
  .refine((change) => Object.keys(change).length > 0, { error: 'Give at least one field to change' })
  .meta({ id: 'UpdateDocumentRequest', minProperties: 1 });

const summaryFields = {
  id: idSchema('doc'),
  source: z.string().min(1),
  title: z.string(),
  url: z.string().nullable(),
  groups: z.array(z.string()),
  format: openEnum(documentFormats, 'The format of the text.'),
  code_points: z.int().min(0).meta({ description: 'The length of the text in code points.' }),
  updated_at: timeSchema,
  owner: shownOwnerSchema,
  tags: z
    .array(z.string())
    .meta({ description: 'Your own labels, as they are now; not a part of versions.' }),
};

const documentSummarySchema = z.strictObject(summaryFields).meta({ id: 'DocumentSummary' });

export const documentPageSchema = pageSchema(documentSummarySchema, 'DocumentPage');

export const documentSchema = z
  .strictObject({
    ...summaryFields,
    text: z.string().meta({ description: 'The text that citations quote, and that their offsets refer to.' }),
  })
  .meta({ id: 'Document' });

export type AddDocumentRequest = z.output<typeof addDocumentRequestSchema>;
export type DocumentEntry = z.output<typeof documentSchema>;
export type DocumentSummaryEntry = z.output<typeof documentSummarySchema>;
