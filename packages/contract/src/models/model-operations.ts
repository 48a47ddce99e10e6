import { type HttpOperation, jsonResponse, operationGroup, unchangedResponse } from '../api/operation.ts';
import {
  checkModelRequestSchema,
  modelCheckSchema,
  modelsChangeHeadersSchema,
  modelsStateSchema,
  replaceModelsRequestSchema,
} from './language-models.ts';

const path = '/v1/language-models';

const modelOperation = operationGroup({ tag: 'service', scope: 'tenants:manage', limit: 'content' });

/** The language models of the installation. */
export const modelOperations = {
  getLanguageModels: modelOperation({
    operationId: 'getLanguageModels',
    method: 'GET',
    path,
    summary: 'Read the language models',
    description:
      'Returns the language models of the installation, and who says which they are: the file of `AVOW_MODELS_FILE`, or this operation. No response contains a key.',
    request: {},
    responses: { 200: jsonResponse('The models.', modelsStateSchema, ['ETag']), 304: unchangedResponse },
  }),
  replaceLanguageModels: modelOperation({
    operationId: 'replaceLanguageModels',
    method: 'PUT',
    path,
    summary: 'Replace the language models',
    description:
      'Replaces all language models of the installation. They are asked from the next question on, on other instances within seconds; questions in progress end with the models they began with. Keys are stored sealed. Refused with `invalid_state` if `AVOW_MODELS_FILE` is set: then the file is in charge. The change is on the log of the tenant of the caller.',
    request: { headers: modelsChangeHeadersSchema, body: replaceModelsRequestSchema },
    responses: { 200: jsonResponse('The models.', modelsStateSchema, ['ETag']) },
    problems: ['invalid_state', 'precondition_failed'],
  }),
  checkLanguageModel: modelOperation({
    operationId: 'checkLanguageModel',
    method: 'POST',
    path: `${path}/check`,
    summary: 'Check a language model',
    description:
      'Asks a model one short question, without setting it up. A caller can run one check at a time.',
    request: { body: checkModelRequestSchema },
    responses: { 200: jsonResponse('How it went.', modelCheckSchema) },
    problems: ['concurrency_limited'],
  }),
} as const satisfies Readonly<Record<string, HttpOperation>>;
