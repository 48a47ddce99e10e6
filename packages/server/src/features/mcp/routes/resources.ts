import { documentUri, formatTime } from '@avow/contract';
import type { DocumentId, PackId } from '@avow/foundation';
import {
  type ListResourcesResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { takeFrom } from '../../../http/admit-request.ts';
import type { Knowledge, ListedDocument, ListedPack } from '../knowledge.ts';
import { askerOf } from './mcp-asker.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { asProblem, describeProblem, type McpCaller } from './tool-result.ts';

type Resource = ListResourcesResult['resources'][number];

const pageMax = 50;
/** Of one part and of the whole, in code points. Longer documents are read in parts by the tool. */
const partMax = 10_000;
const partsMax = 5;
const readMs = 30_000;

const packUri = (packId: string) => `avow://packs/${packId}`;

const templates = [
  {
    uriTemplate: packUri('{pack_id}'),
    name: 'pack',
    title: 'A content pack',
    description: 'Its name, description and served version.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: documentUri('{document_id}'),
    name: 'document',
    title: 'A document, or the answer of a curated pair',
    description: `Its text, at most ${partMax * partsMax} characters: read longer ones with read_document.`,
    mimeType: 'text/markdown',
  },
];

/**
 * Packs and their documents. A resource has no arguments, so a key sees unrestricted content; the tools let it name groups.
 * Handled here rather than registered one by one, since there may be many.
 */
export function addResources({ server }: McpServer, { parts, principal }: McpCaller): void {
  const { knowledge } = parts;
  const reader = askerOf(principal);
  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: templates }));
  server.setRequestHandler('resources/list', async ({ params }) =>
    asProtocolErrors(parts, () => listPage(knowledge, reader, readCursor(params?.cursor))),
  );
  server.setRequestHandler('resources/read', async ({ params: { uri } }) =>
    asProtocolErrors(parts, async () => {
      takeFrom(parts, { limit: 'query', principal });
      const [, kind, id = ''] = /^avow:\/\/(packs|documents)\/([\w]{1,64})$/.exec(uri) ?? [];
      const content =
        kind === 'packs'
          ? await readPack(knowledge, reader, id)
          : kind === 'documents'
            ? await readDocument(knowledge, reader, id)
            : null;
      if (content === null) throw new ResourceNotFoundError(uri);
      return { contents: [{ uri, ...content }] };
    }),
  );
}

/** What was listed last: a pack, or a document of it. */
interface Place {
  readonly packId: PackId | null;
  readonly after: DocumentId | null;
}

type Reader = Parameters<Knowledge['listPacks']>[0];

async function listPage(knowledge: Knowledge, reader: Reader, from: Place): Promise<ListResourcesResult> {
  const resources: Resource[] = [];
  let { packId, after } = from;
  while (resources.length < pageMax) {
    if (packId !== null) {
      const limit = pageMax - resources.length;
      const documents = await knowledge.listDocuments(reader, { packId, after, limit });
      resources.push(...documents.map(documentResource));
      if (documents.length === limit)
        return {
          resources,
          nextCursor: writeCursor({ packId, after: documents.at(-1)?.documentId ?? null }),
        };
    }
    const [pack] = await knowledge.listPacks(reader, { after: packId, limit: 1 });
    if (pack === undefined) return { resources };
    resources.push(packResource(pack));
    [packId, after] = [pack.packId, null];
  }
  return { resources, nextCursor: writeCursor({ packId, after }) };
}

function packResource({ packId, name, description }: ListedPack): Resource {
  return { uri: packUri(packId), name, description, mimeType: 'application/json' };
}

function documentResource({ documentId, source, title, updatedAtMs }: ListedDocument): Resource {
  return {
    ...{ uri: documentUri(documentId), name: source, title, mimeType: 'text/markdown' },
    annotations: { lastModified: formatTime(updatedAtMs) },
  };
}

type Content = Omit<Extract<ReadResourceResult['contents'][number], { text: string }>, 'uri'>;

async function readPack(knowledge: Knowledge, reader: Reader, id: string): Promise<Content | null> {
  const pack = await knowledge.getPack(reader, id);
  if (pack === null) return null;
  const { packId, ...rest } = pack;
  return { mimeType: 'application/json', text: JSON.stringify({ content_pack_id: packId, ...rest }) };
}

/** Null also if a guardrail does not allow a part of it. */
async function readDocument(knowledge: Knowledge, reader: Reader, id: string): Promise<Content | null> {
  const signal = AbortSignal.timeout(readMs);
  const texts: string[] = [];
  let [start, length] = [0, Number.POSITIVE_INFINITY];
  while (start < length && texts.length < partsMax) {
    const part = await knowledge.read(reader, { documentId: id, start, length: partMax }, signal);
    if (part === null || part === 'withheld') return null;
    texts.push(part.text);
    [start, length] = [part.end, part.length];
  }
  return {
    mimeType: 'text/markdown',
    text: texts.join(''),
    _meta: { 'avow/length': length, 'avow/end': start },
  };
}

const placePattern = /^(pack_\w{26})(?: (doc_\w{26}))?$/;

function readCursor(cursor: string | undefined): Place {
  if (cursor === undefined) return { packId: null, after: null };
  const [, packId, after = null] = placePattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (packId === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The cursor is not valid.');
  return { packId: packId as PackId, after: after as DocumentId | null };
}

const writeCursor = ({ packId, after }: Place) =>
  Buffer.from(after === null ? `${packId}` : `${packId} ${after}`).toString('base64url');

/** Problems as errors of the protocol. */
async function asProtocolErrors<Value>(
  parts: Pick<McpDependencies, 'log'>,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const problem = asProblem(parts, error);
    const { InternalError, InvalidRequest } = ProtocolErrorCode;
    throw new ProtocolError(
      problem.code === 'internal' ? InternalError : InvalidRequest,
      describeProblem(problem),
    );
  }
}
