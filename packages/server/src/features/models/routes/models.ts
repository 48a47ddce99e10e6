import { checkModelRequestSchema, type ModelsState, replaceModelsRequestSchema } from '@avow/contract/models';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handlers } from '../../../http/handler.ts';
import { readIfMatch } from '../../../http/if-match.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendPrivateJson } from '../../../http/send-json.ts';
import { sendRevised } from '../../../http/send-tagged.ts';
import { validate } from '../../../http/validate.ts';
import type { LanguageModelSettings } from '../models.ts';

export interface ModelRoutes {
  readonly languageModels: LanguageModelSettings;
}

const sendModels = (request: FastifyRequest, reply: FastifyReply, state: ModelsState) =>
  sendRevised(request, reply, { revision: state.revision, entry: state });

/** The handlers of the operations on language models. */
export function modelHandlers({ languageModels }: ModelRoutes) {
  return {
    /** `GET /v1/language-models` */
    getLanguageModels: async (request, reply) => sendModels(request, reply, await languageModels.read()),

    /** `PUT /v1/language-models` */
    replaceLanguageModels: async (request, reply) => {
      const given = validate(replaceModelsRequestSchema, request.body);
      const expected = readIfMatch(request.headers['if-match']);
      return sendModels(request, reply, await languageModels.replace(given, principalOf(request), expected));
    },

    /** `POST /v1/language-models/check` */
    checkLanguageModel: async (request, reply) => {
      const { model } = validate(checkModelRequestSchema, request.body);
      return sendPrivateJson(reply, JSON.stringify(await languageModels.check(model, principalOf(request))));
    },
  } satisfies Handlers;
}
