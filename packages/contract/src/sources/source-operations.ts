import { creating, deletedResponse, jsonResponse } from '../api/operation.ts';
import { contentOperation } from '../content/content-operation.ts';
import { packParamsSchema, pageQuerySchema } from '../content/pack.ts';
import {
  contentSourceSchema,
  createSourceRequestSchema,
  deleteSourceQuerySchema,
  sourceLimits,
  sourcePageSchema,
  sourceParamsSchema,
  syncSourceRequestSchema,
  updateSourceRequestSchema,
} from './source.ts';

const path = '/v1/content-packs/{pack_id}/sources';
const sourcePath = `${path}/{source_id}`;

/** Where the documents of a pack come from, and how they are kept current. */
export const sourceOperations = {
  listSources: contentOperation({
    operationId: 'listSources',
    method: 'GET',
    path,
    summary: 'List the sources of a content pack',
    description: 'Returns one page, oldest first, without credentials.',
    request: { params: packParamsSchema, query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of sources.', sourcePageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  createSource: creating(
    contentOperation({
      operationId: 'createSource',
      method: 'POST',
      path,
      summary: 'Add a source to a content pack',
      description: `Its first sync starts at once, and the next ones by its schedule. A pack has at most ${sourceLimits.sourcesMax} sources.`,
      request: { params: packParamsSchema, body: createSourceRequestSchema },
      responses: { 201: jsonResponse('The new source.', contentSourceSchema, ['Location']) },
      problems: ['not_found', 'pack_conflict', 'invalid_state'],
    }),
    'response',
  ),
  getSource: contentOperation({
    operationId: 'getSource',
    method: 'GET',
    path: sourcePath,
    summary: 'Read a source',
    description:
      'Returns its settings, the sync in progress and how the last one ended, without credentials. During a sync, `Retry-After` says when to poll again.',
    request: { params: sourceParamsSchema },
    responses: { 200: jsonResponse('The source.', contentSourceSchema, ['Retry-After']) },
    problems: ['not_found'],
  }),
  updateSource: contentOperation({
    operationId: 'updateSource',
    method: 'PATCH',
    path: sourcePath,
    summary: 'Change a source, pause it or resume it',
    description:
      'Omitted fields are left unchanged. After a change of the connection or the groups, the next sync reads everything again.',
    request: { params: sourceParamsSchema, body: updateSourceRequestSchema },
    responses: { 200: jsonResponse('The source.', contentSourceSchema, ['Retry-After']) },
    problems: ['not_found'],
  }),
  deleteSource: contentOperation({
    operationId: 'deleteSource',
    method: 'DELETE',
    path: sourcePath,
    summary: 'Remove a source',
    description:
      'Deletes it with its credentials. Its documents stay in the draft as if they had been added by hand, or are removed from the draft too; what is published changes with the next publication.',
    request: { params: sourceParamsSchema, query: deleteSourceQuerySchema },
    responses: { 204: deletedResponse },
    problems: ['not_found', 'validation_failed', 'pack_conflict'],
  }),
  syncSource: contentOperation({
    operationId: 'syncSource',
    method: 'POST',
    path: `${sourcePath}/sync`,
    summary: 'Sync a source now',
    description:
      'Reads the source and applies what has changed, in the background: read the source to see how far it is. A sync that is in progress, or a paused source, is refused with `invalid_state`.',
    request: { params: sourceParamsSchema, body: syncSourceRequestSchema, bodyOptional: true },
    responses: { 202: jsonResponse('The source.', contentSourceSchema, ['Location', 'Retry-After']) },
    problems: ['not_found', 'invalid_state'],
  }),
} as const;
