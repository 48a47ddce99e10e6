import { jsonResponse, operationGroup } from '../api/operation.ts';
import { messageParamsSchema } from '../query/message.ts';
import {
  checkAnswerRequestSchema,
  confidenceStateSchema,
  drawAnswersRequestSchema,
  drawnAnswersQuerySchema,
  drawnAnswersSchema,
  guaranteeRequestSchema,
} from './guarantee.ts';

const path = '/v1/confidence';

const guaranteeOperation = operationGroup({ tag: 'insights', scope: 'guardrails:manage', limit: 'content' });

/** Anyone who may decide on answers may say whether they are right. */
const checkOperation = operationGroup({ tag: 'insights', scope: 'review:decide', limit: 'content' });

const stateResponse = { 200: jsonResponse('The state of confidence.', confidenceStateSchema) };

/** The line at which the band `high` begins, and the guarantee that it comes with. */
export const guaranteeOperations = {
  getConfidence: guaranteeOperation({
    operationId: 'getConfidence',
    method: 'GET',
    path,
    summary: 'Read the guarantee on the band high',
    description:
      'The guarantee in force with its data and date, or why there is none, the checks towards one, and what was seen since it is in force.',
    request: {},
    responses: stateResponse,
  }),
  drawAnswers: guaranteeOperation({
    operationId: 'drawAnswers',
    method: 'POST',
    path: `${path}/draw`,
    summary: 'Draw answers to check',
    description:
      'Draws recent answers at random, to be checked by people. It replaces the draw before. The lines that will be tested, and in which order, are settled now. Refused with `invalid_state` if so few answers cannot show the guarantee, whatever is found. The draw is on the log.',
    request: { body: drawAnswersRequestSchema },
    responses: stateResponse,
    problems: ['invalid_state'],
  }),
  listDrawnAnswers: checkOperation({
    operationId: 'listDrawnAnswers',
    shows: 'everybody',
    method: 'GET',
    path: `${path}/checks`,
    summary: 'List drawn answers',
    description:
      'The drawn answers that are not checked yet and that the caller may see, in the order drawn.',
    request: { query: drawnAnswersQuerySchema },
    responses: { 200: jsonResponse('The answers.', drawnAnswersSchema) },
    problems: ['validation_failed'],
  }),
  checkDrawnAnswer: checkOperation({
    operationId: 'checkDrawnAnswer',
    method: 'POST',
    path: `${path}/checks/{message_id}`,
    summary: 'Check a drawn answer',
    description:
      'Says whether a drawn answer is right. It can be said again, until the draw is replaced. It is not a label for the calibration: what shows the line must not have made the scores.',
    request: { params: messageParamsSchema, body: checkAnswerRequestSchema },
    responses: stateResponse,
    problems: ['not_found'],
  }),
  putGuarantee: guaranteeOperation({
    operationId: 'putGuarantee',
    method: 'POST',
    path: `${path}/guarantee`,
    summary: 'Put the guarantee in force',
    description:
      'The band `high` begins at the line that the checks show, within a second, and every answer states the guarantee. Refused with `invalid_state` if the checks of that draw show no line. The change is on the log.',
    request: { body: guaranteeRequestSchema },
    responses: stateResponse,
    problems: ['invalid_state'],
  }),
  endGuarantee: guaranteeOperation({
    operationId: 'endGuarantee',
    method: 'DELETE',
    path: `${path}/guarantee`,
    summary: 'End the guarantee',
    description:
      'The band `high` begins where the policy says again, within a second. The change is on the log.',
    request: {},
    responses: stateResponse,
  }),
};
