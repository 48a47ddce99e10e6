import { contentOperation, deletedResponse, jsonResponse } from './content-operation.ts';
import { emptyRequestSchema, packParamsSchema, pageQuerySchema } from './content-pack.ts';
import {
  evaluationCompareQuerySchema,
  evaluationPageSchema,
  evaluationParamsSchema,
  evaluationRequestSchema,
  evaluationStateSchema,
} from './evaluation.ts';
import { evaluationComparisonSchema } from './evaluation-comparison.ts';
import {
  goldenFileSchema,
  goldenListQuerySchema,
  goldenPageSchema,
  goldenParamsSchema,
  goldenPutRequestSchema,
  goldenPutSchema,
  goldenQuestionSchema,
  goldenRequestSchema,
  goldenSuggestRequestSchema,
  publishGateSchema,
} from './golden.ts';
import { bodyProblems } from './operation.ts';

const packPath = '/v1/content-packs/{pack_id}';
const path = `${packPath}/golden`;
const questionPath = `${path}/{golden_id}`;
const params = packParamsSchema;

/** Golden sets of content packs, the gate that holds a publication against one, and what runs of them have shown. */
export const goldenOperations = {
  listGolden: contentOperation({
    operationId: 'listGolden',
    method: 'GET',
    path,
    summary: 'List the golden questions of a pack',
    description: 'In the order of their making, a page at a time.',
    request: { params, query: goldenListQuerySchema },
    responses: { 200: jsonResponse('A page of golden questions.', goldenPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  putGolden: contentOperation({
    operationId: 'putGolden',
    method: 'POST',
    path,
    summary: 'Put golden questions',
    description:
      'All of them or none. One with an id replaces that, one without replaces the one that asks the same of the same groups, and any other is new. They are accepted from then on, whatever they were.',
    request: { params, body: goldenPutRequestSchema },
    responses: { 200: jsonResponse('The questions as they are kept, in their order.', goldenPutSchema) },
    problems: [...bodyProblems, 'not_found', 'invalid_state'],
  }),
  exportGolden: contentOperation({
    operationId: 'exportGolden',
    method: 'GET',
    path: `${packPath}/golden-file`,
    summary: 'Export the golden set of a pack',
    description: 'The accepted questions, as the file that `golden.json` in the folder of a pack is.',
    request: { params },
    responses: { 200: jsonResponse('The golden set.', goldenFileSchema) },
    problems: ['not_found'],
  }),
  suggestGolden: contentOperation({
    operationId: 'suggestGolden',
    method: 'POST',
    path: `${packPath}/golden-suggestions`,
    summary: 'Suggest golden questions',
    description:
      'From the draft of the pack: its curated pairs, what its documents define, count and tell how to do, and what it does not cover. The same draft gives the same suggestions; what the set has is not suggested again. None counts until it is accepted.',
    request: { params, body: goldenSuggestRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('What is suggested.', goldenPutSchema) },
    problems: [...bodyProblems, 'not_found', 'invalid_state'],
  }),
  getGolden: contentOperation({
    operationId: 'getGolden',
    method: 'GET',
    path: questionPath,
    summary: 'Read a golden question',
    description: 'One question with what is expected of its answer.',
    request: { params: goldenParamsSchema },
    responses: { 200: jsonResponse('The golden question.', goldenQuestionSchema) },
    problems: ['not_found'],
  }),
  replaceGolden: contentOperation({
    operationId: 'replaceGolden',
    method: 'PUT',
    path: questionPath,
    summary: 'Replace a golden question',
    description: 'Every field; what is left out gets its default. A suggested one is accepted with it.',
    request: { params: goldenParamsSchema, body: goldenRequestSchema },
    responses: { 200: jsonResponse('The golden question.', goldenQuestionSchema) },
    problems: [...bodyProblems, 'not_found'],
  }),
  deleteGolden: contentOperation({
    operationId: 'deleteGolden',
    method: 'DELETE',
    path: questionPath,
    summary: 'Delete a golden question, or dismiss a suggested one',
    description: 'What was dismissed may be suggested again.',
    request: { params: goldenParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found'],
  }),
  acceptGolden: contentOperation({
    operationId: 'acceptGolden',
    method: 'POST',
    path: `${questionPath}/accept`,
    summary: 'Accept a suggested golden question',
    description: 'It counts from then on. One that is accepted already stays so.',
    request: { params: goldenParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The golden question.', goldenQuestionSchema) },
    problems: [...bodyProblems, 'not_found'],
  }),
  getPublishGate: contentOperation({
    operationId: 'getPublishGate',
    method: 'GET',
    path: `${packPath}/gate`,
    summary: 'Read the gate of a pack',
    description: 'How far the share of right outcomes may fall for a publication to go through.',
    request: { params },
    responses: { 200: jsonResponse('The gate.', publishGateSchema) },
    problems: ['not_found'],
  }),
  putPublishGate: contentOperation({
    operationId: 'putPublishGate',
    method: 'PUT',
    path: `${packPath}/gate`,
    summary: 'Put a gate before publishing',
    description:
      'From then on a publication asks the golden set of the draft and of what is served, and fails where the share of right outcomes fell by more than the tolerance, or the set has fewer than ten accepted questions.',
    request: { params, body: publishGateSchema },
    responses: { 200: jsonResponse('The gate.', publishGateSchema) },
    problems: [...bodyProblems, 'not_found'],
  }),
  deletePublishGate: contentOperation({
    operationId: 'deletePublishGate',
    method: 'DELETE',
    path: `${packPath}/gate`,
    summary: 'Remove the gate of a pack',
    description: 'Anything may be published from then on.',
    request: { params },
    responses: { 204: deletedResponse },
    problems: ['not_found'],
  }),
  startEvaluation: contentOperation({
    operationId: 'startEvaluation',
    method: 'POST',
    path: `${packPath}/evaluations`,
    summary: 'Ask the golden set of a pack',
    description:
      'Asks every accepted question as a client would, with this pack alone, and leaves nothing of it in messages, insights or events. It goes on in the background, and is lost where the service stops before its end; a tenant runs one at a time. What language models cost counts as spent.',
    request: { params, body: evaluationRequestSchema, bodyOptional: true },
    responses: {
      202: jsonResponse('The questions are being asked.', evaluationStateSchema, ['Location', 'Retry-After']),
    },
    problems: [...bodyProblems, 'not_found', 'invalid_state', 'concurrency_limited'],
  }),
  listEvaluations: contentOperation({
    operationId: 'listEvaluations',
    method: 'GET',
    path: `${packPath}/evaluations`,
    summary: 'List the evaluations of a pack',
    description: 'Newest first, a page at a time: those of the API, of the command line and of the gate.',
    request: { params, query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of evaluations.', evaluationPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  getEvaluation: contentOperation({
    operationId: 'getEvaluation',
    method: 'GET',
    path: `${packPath}/evaluations/{evaluation_id}`,
    summary: 'Read an evaluation',
    description: 'How far it is while it runs, and its whole report once it has ended.',
    request: { params: evaluationParamsSchema },
    responses: { 200: jsonResponse('The evaluation.', evaluationStateSchema, ['Retry-After']) },
    problems: ['not_found'],
  }),
  cancelEvaluation: contentOperation({
    operationId: 'cancelEvaluation',
    method: 'POST',
    path: `${packPath}/evaluations/{evaluation_id}/cancel`,
    summary: 'Cancel an evaluation',
    description: 'Nothing of it is kept.',
    request: { params: evaluationParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The evaluation.', evaluationStateSchema) },
    problems: [...bodyProblems, 'not_found', 'invalid_state'],
  }),
  compareEvaluations: contentOperation({
    operationId: 'compareEvaluations',
    method: 'GET',
    path: `${packPath}/evaluations/{evaluation_id}/comparison`,
    summary: 'Compare two evaluations',
    description:
      'Of two versions, tiers or policies, question by question: what got better, what got worse, and each figure with the interval of its difference.',
    request: { params: evaluationParamsSchema, query: evaluationCompareQuerySchema },
    responses: { 200: jsonResponse('The comparison.', evaluationComparisonSchema) },
    problems: ['not_found', 'validation_failed'],
  }),
} as const;
