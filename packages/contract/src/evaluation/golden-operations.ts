import { creating, deletedResponse, jsonResponse } from '../api/operation.ts';
import { contentOperation } from '../content/content-operation.ts';
import { emptyRequestSchema, packParamsSchema, pageQuerySchema } from '../content/pack.ts';
import { draftTrialRequestSchema, draftTrialSchema } from './draft-trial.ts';
import {
  evaluationCompareQuerySchema,
  evaluationPageSchema,
  evaluationParamsSchema,
  evaluationRequestSchema,
  evaluationStateSchema,
} from './evaluation.ts';
import { evaluationComparisonSchema } from './evaluation-comparison.ts';
import {
  goldenExportSchema,
  goldenListQuerySchema,
  goldenPageSchema,
  goldenParamsSchema,
  goldenPutRequestSchema,
  goldenPutSchema,
  goldenQuestionSchema,
  goldenRequestSchema,
  goldenSuggestRequestSchema,
  publishGateRequestSchema,
  publishGateSchema,
} from './golden.ts';

const packPath = '/v1/content-packs/{pack_id}';
const path = `${packPath}/golden-questions`;
const questionPath = `${path}/{golden_id}`;
const params = packParamsSchema;

/** Golden sets of content packs, the publish gate, and evaluations. */
export const goldenOperations = {
  listGoldenQuestions: contentOperation({
    operationId: 'listGoldenQuestions',
    method: 'GET',
    path,
    summary: 'List the golden questions of a pack',
    description: 'Returns one page, oldest first.',
    request: { params, query: goldenListQuerySchema },
    responses: { 200: jsonResponse('A page of golden questions.', goldenPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  upsertGoldenQuestions: creating(
    contentOperation({
      operationId: 'upsertGoldenQuestions',
      method: 'POST',
      path,
      summary: 'Create or replace golden questions',
      description:
        'Stores all of them or none. A question with an id replaces that one; without an id it replaces the one with the same question and groups, or is created. All of them are accepted from then on.',
      request: { params, body: goldenPutRequestSchema },
      responses: { 200: jsonResponse('The stored questions, in the order given.', goldenPutSchema) },
      problems: ['not_found', 'invalid_state'],
    }),
    'quoting',
  ),
  exportGoldenSet: contentOperation({
    operationId: 'exportGoldenSet',
    method: 'GET',
    path: `${packPath}/golden-set`,
    summary: 'Export the golden set of a pack',
    description: 'Returns the accepted questions in the format of the file `golden.json` in a pack folder.',
    request: { params },
    responses: { 200: jsonResponse('The golden set.', goldenExportSchema) },
    problems: ['not_found'],
  }),
  suggestGoldenQuestions: creating(
    contentOperation({
      operationId: 'suggestGoldenQuestions',
      method: 'POST',
      path: `${packPath}/golden-suggestions`,
      summary: 'Suggest golden questions',
      description:
        'Derives questions from the draft: from its curated pairs, from definitions, numbers and instructions in its documents, and from topics that it does not cover. The same draft gives the same suggestions, and questions already in the set are not suggested again. Suggestions do not count until they are accepted.',
      request: { params, body: goldenSuggestRequestSchema, bodyOptional: true },
      responses: { 200: jsonResponse('The suggestions.', goldenPutSchema) },
      problems: ['not_found', 'invalid_state'],
    }),
    'quoting',
  ),
  getGoldenQuestion: contentOperation({
    operationId: 'getGoldenQuestion',
    method: 'GET',
    path: questionPath,
    summary: 'Read a golden question',
    description: 'Returns a question and its expected answer.',
    request: { params: goldenParamsSchema },
    responses: { 200: jsonResponse('The golden question.', goldenQuestionSchema) },
    problems: ['not_found'],
  }),
  replaceGoldenQuestion: contentOperation({
    operationId: 'replaceGoldenQuestion',
    method: 'PUT',
    path: questionPath,
    summary: 'Replace a golden question',
    description:
      'Replaces every field. Omitted fields get their defaults. A suggested question becomes accepted.',
    request: { params: goldenParamsSchema, body: goldenRequestSchema },
    responses: { 200: jsonResponse('The golden question.', goldenQuestionSchema) },
    problems: ['not_found'],
  }),
  deleteGoldenQuestion: contentOperation({
    operationId: 'deleteGoldenQuestion',
    method: 'DELETE',
    path: questionPath,
    summary: 'Delete a golden question',
    description: 'A deleted suggestion may be suggested again.',
    request: { params: goldenParamsSchema },
    responses: { 204: deletedResponse },
    problems: ['not_found'],
  }),
  acceptGoldenQuestion: contentOperation({
    operationId: 'acceptGoldenQuestion',
    method: 'POST',
    path: `${questionPath}/accept`,
    summary: 'Accept a suggested golden question',
    description: 'The question counts from then on. Accepting it again has no effect.',
    request: { params: goldenParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The golden question.', goldenQuestionSchema) },
    problems: ['not_found'],
  }),
  getPublishGate: contentOperation({
    operationId: 'getPublishGate',
    method: 'GET',
    path: `${packPath}/gate`,
    summary: 'Read the publish gate',
    description: 'How much the share of right outcomes may drop before publishing fails.',
    request: { params },
    responses: { 200: jsonResponse('The gate.', publishGateSchema) },
    problems: ['not_found'],
  }),
  setPublishGate: contentOperation({
    operationId: 'setPublishGate',
    method: 'PUT',
    path: `${packPath}/gate`,
    summary: 'Set the publish gate',
    description:
      'From then on, publishing evaluates the golden set against the draft and against the published version. It fails if the share of right outcomes drops by more than the tolerance, or if the set has fewer than ten accepted questions.',
    request: { params, body: publishGateRequestSchema },
    responses: { 200: jsonResponse('The gate.', publishGateSchema) },
    problems: ['not_found'],
  }),
  deletePublishGate: contentOperation({
    operationId: 'deletePublishGate',
    method: 'DELETE',
    path: `${packPath}/gate`,
    summary: 'Remove the publish gate',
    description: 'Publishing no longer evaluates the golden set.',
    request: { params },
    responses: { 204: deletedResponse },
    problems: ['not_found'],
  }),
  askDraft: contentOperation({
    operationId: 'askDraft',
    method: 'POST',
    path: `${packPath}/ask`,
    summary: 'Ask the draft of a pack',
    description:
      'Asks one question of the draft and of the published version, each as if it alone were served, with the models and the guardrail policy in force. Nothing is recorded in messages, insights or events. The draft is prepared first: if this takes longer than a minute, or if the tenant asks another, the request gets `concurrency_limited` and can be repeated. The cost of language models counts towards the budget.',
    request: { params, body: draftTrialRequestSchema },
    responses: { 200: jsonResponse('Both answers.', draftTrialSchema) },
    problems: ['not_found', 'pack_conflict', 'concurrency_limited'],
  }),
  startEvaluation: creating(
    contentOperation({
      operationId: 'startEvaluation',
      method: 'POST',
      path: `${packPath}/evaluations`,
      summary: 'Start an evaluation',
      description:
        'Asks every accepted golden question as a client would, against this pack only. Nothing is recorded in messages, insights or events. The evaluation runs in the background and is lost if the service stops before it ends. A tenant can run one at a time. The cost of language models counts towards the budget.',
      request: { params, body: evaluationRequestSchema, bodyOptional: true },
      responses: {
        202: jsonResponse('The evaluation has started.', evaluationStateSchema, ['Location', 'Retry-After']),
      },
      problems: ['not_found', 'invalid_state', 'concurrency_limited'],
    }),
    'response',
  ),
  listEvaluations: contentOperation({
    operationId: 'listEvaluations',
    method: 'GET',
    path: `${packPath}/evaluations`,
    summary: 'List the evaluations of a pack',
    description: 'Evaluations from the API, the command line and the publish gate, newest first.',
    request: { params, query: pageQuerySchema },
    responses: { 200: jsonResponse('A page of evaluations.', evaluationPageSchema) },
    problems: ['not_found', 'invalid_cursor', 'validation_failed'],
  }),
  getEvaluation: contentOperation({
    operationId: 'getEvaluation',
    method: 'GET',
    path: `${packPath}/evaluations/{evaluation_id}`,
    summary: 'Read an evaluation',
    description: 'Returns the progress while it runs, and the full report once it has ended.',
    request: { params: evaluationParamsSchema },
    responses: { 200: jsonResponse('The evaluation.', evaluationStateSchema, ['Retry-After']) },
    problems: ['not_found'],
  }),
  cancelEvaluation: contentOperation({
    operationId: 'cancelEvaluation',
    method: 'POST',
    path: `${packPath}/evaluations/{evaluation_id}/cancel`,
    summary: 'Cancel an evaluation',
    description: 'The results so far are discarded.',
    request: { params: evaluationParamsSchema, body: emptyRequestSchema, bodyOptional: true },
    responses: { 200: jsonResponse('The evaluation.', evaluationStateSchema) },
    problems: ['not_found', 'invalid_state'],
  }),
  compareEvaluations: contentOperation({
    operationId: 'compareEvaluations',
    method: 'GET',
    path: `${packPath}/evaluations/{evaluation_id}/comparison`,
    summary: 'Compare two evaluations',
    description:
      'Compares two evaluations question by question: what got better, what got worse, and every figure with the confidence interval of its difference.',
    request: { params: evaluationParamsSchema, query: evaluationCompareQuerySchema },
    responses: { 200: jsonResponse('The comparison.', evaluationComparisonSchema) },
    problems: ['not_found', 'validation_failed'],
  }),
} as const;
