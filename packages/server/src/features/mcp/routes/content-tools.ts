import { queryRequestSchema } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { takeFrom } from '../../../http/admit-request.ts';
import type { DocumentPart } from '../knowledge.ts';
import { askerOf } from './mcp-asker.ts';
import { type McpCaller, reportProblems, toolResult } from './tool-result.ts';

const { prompt, content_pack_ids, groups } = queryRequestSchema.shape;

/** Of a search, in passages. */
const passagesMax = 20;
const passagesUsual = 8;
/** Of one read, in code points. */
const partMax = 10_000;
const searchMs = 30_000;

const sourceFields = {
  document_id: z.string(),
  content_pack_id: z.string(),
  title: z.string(),
  source: z.string().describe('The path within the pack.'),
  url: z.string().nullable(),
};

const passageSchema = z.looseObject({
  ...sourceFields,
  kind: z.string().describe('document, or curated for the answer of a curated pair.'),
  headings: z.string(),
  text: z.string(),
  start: z.number().nullable().describe('Code point offset; null if something was redacted.'),
  end: z.number().nullable(),
});

const partSchema = z.looseObject({
  ...sourceFields,
  text: z.string(),
  start: z.number(),
  end: z.number(),
  length: z.number().describe('The code points of the whole document.'),
  next_start: z.number().nullable().describe('Where to continue; null at the end.'),
  redacted: z.boolean(),
});

const annotations = { readOnlyHint: true, openWorldHint: false, idempotentHint: true } as const;

export function addContentTools(server: McpServer, { parts, principal }: McpCaller): void {
  const { knowledge } = parts;
  server.registerTool(
    'search_passages',
    {
      title: 'Search passages',
      description:
        'Finds passages of documents and curated answers by keywords and meaning, best first. For an answer with a confidence and a record, use ask.',
      inputSchema: z.strictObject({
        query: prompt,
        content_pack_ids,
        groups,
        limit: z.int().min(1).max(passagesMax).default(passagesUsual),
      }),
      outputSchema: z.looseObject({ passages: z.array(passageSchema) }),
      annotations,
    },
    ({ query, content_pack_ids: packIds = null, groups: named, limit }) =>
      reportProblems(parts, async () => {
        takeFrom(parts, { limit: 'query', principal });
        const reader = askerOf(principal, { groups: named });
        const wanted = { text: query, packIds, limit };
        const found = await knowledge.search(reader, wanted, AbortSignal.timeout(searchMs));
        const passages = found.map(({ documentId, packId, ...rest }) => ({
          ...{ document_id: documentId, content_pack_id: packId, ...rest },
        }));
        const texts = passages.map(
          ({ title, headings, text, document_id }) =>
            `## ${headings === '' ? title : `${title} › ${headings}`}\n${text}\n(${document_id})`,
        );
        return toolResult(texts.length === 0 ? 'Nothing was found.' : texts.join('\n\n'), { passages });
      }),
  );
  server.registerTool(
    'read_document',
    {
      title: 'Read a document',
      description: `Reads a document, or the answer of a curated pair, by its id: at most ${partMax} characters at a time. Continue at next_start.`,
      inputSchema: z.strictObject({
        document_id: z.string().min(1).max(64),
        groups,
        start: z.int().min(0).default(0),
        length: z.int().min(1).max(partMax).default(partMax),
      }),
      outputSchema: partSchema,
      annotations,
    },
    ({ document_id: documentId, groups: named, start, length }) =>
      reportProblems(parts, async () => {
        takeFrom(parts, { limit: 'query', principal });
        const reader = askerOf(principal, { groups: named });
        const signal = AbortSignal.timeout(searchMs);
        const part = readable(await knowledge.read(reader, { documentId, start, length }, signal));
        return toolResult(part.text, partOf(part));
      }),
  );
}

/** Throws if it is not there for this reader, or may not be shown. */
function readable(part: DocumentPart | 'withheld' | null): DocumentPart {
  if (part === null) throw new AppError('not_found', { detail: 'There is no such document.' });
  if (part === 'withheld')
    throw new AppError('not_found', { detail: 'A guardrail does not allow this part of the document.' });
  return part;
}

function partOf({ documentId, packId, isRedacted, ...rest }: DocumentPart): z.input<typeof partSchema> {
  return {
    ...{ document_id: documentId, content_pack_id: packId, redacted: isRedacted, ...rest },
    next_start: rest.end < rest.length ? rest.end : null,
  };
}
