import { accessRequestExamples, accessResponseExamples } from '../access/access-examples.ts';
import { chatRequestExamples, chatResponseExamples } from '../chat/chat-examples.ts';
import { mcpRequestExamples, mcpResponseExamples } from '../chat/mcp-operations.ts';
import { contentRequestExamples, contentResponseExamples } from '../content/content-examples.ts';
import { goldenRequestExamples, goldenResponseExamples } from '../evaluation/golden-examples.ts';
import { calibrationRequestExamples, calibrationResponseExamples } from '../feedback/calibration-examples.ts';
import { feedbackRequestExamples, feedbackResponseExamples } from '../feedback/feedback-examples.ts';
import { guaranteeRequestExamples, guaranteeResponseExamples } from '../feedback/guarantee-examples.ts';
import { guardrailRequestExamples, guardrailResponseExamples } from '../guardrails/guardrail-examples.ts';
import { insightRequestExamples, insightResponseExamples } from '../insights/insight-examples.ts';
import { modelRequestExamples, modelResponseExamples } from '../models/model-examples.ts';
import { outageResponseExamples } from '../outages/outage-examples.ts';
import { logResponseExamples } from '../records/log-examples.ts';
import { recordRequestExamples, recordResponseExamples } from '../records/record-examples.ts';
import { reviewRequestExamples, reviewResponseExamples } from '../review/review-examples.ts';
import { securityStreamResponseExamples } from '../security-streams/security-stream-examples.ts';
import { sourceRequestExamples, sourceResponseExamples } from '../sources/source-examples.ts';
import { visitorRequestExamples, visitorResponseExamples } from '../visitors/visitor-examples.ts';
import { webhookRequestExamples, webhookResponseExamples } from '../webhooks/webhook-examples.ts';
import { widgetRequestExamples, widgetResponseExamples } from '../widgets/widget-examples.ts';
import {
  acceptedResponseExample,
  auditRecordExample,
  cancelledResponseExample,
  messageExample,
  messagePageExample,
  queryRequestExample,
  queryResponseExample,
  readinessExamples,
} from './examples.ts';

/** The example of a request, by its operation. */
export const requestExamples: Readonly<Record<string, unknown>> = {
  executeQuery: queryRequestExample,
  cancelMessage: {},
  ...chatRequestExamples,
  ...mcpRequestExamples,
  ...contentRequestExamples,
  ...sourceRequestExamples,
  ...goldenRequestExamples,
  ...guardrailRequestExamples,
  ...insightRequestExamples,
  ...feedbackRequestExamples,
  ...calibrationRequestExamples,
  ...guaranteeRequestExamples,
  ...reviewRequestExamples,
  ...visitorRequestExamples,
  ...recordRequestExamples,
  ...webhookRequestExamples,
  ...accessRequestExamples,
  ...widgetRequestExamples,
  ...modelRequestExamples,
};

/** The examples of responses, by operation and status. */
export const successExamples: Readonly<Record<string, Readonly<Record<number, unknown>>>> = {
  ...contentResponseExamples,
  ...sourceResponseExamples,
  ...goldenResponseExamples,
  ...guardrailResponseExamples,
  ...insightResponseExamples,
  ...feedbackResponseExamples,
  ...calibrationResponseExamples,
  ...guaranteeResponseExamples,
  ...reviewResponseExamples,
  ...visitorResponseExamples,
  ...recordResponseExamples,
  ...logResponseExamples,
  ...webhookResponseExamples,
  ...accessResponseExamples,
  ...widgetResponseExamples,
  ...modelResponseExamples,
  ...securityStreamResponseExamples,
  ...outageResponseExamples,
  ...chatResponseExamples,
  ...mcpResponseExamples,
  executeQuery: { 200: queryResponseExample, 202: acceptedResponseExample },
  getAudit: { 200: auditRecordExample },
  listAudits: { 200: { data: [auditRecordExample], has_more: false, next_cursor: null } },
  getMessage: { 200: messageExample },
  cancelMessage: { 200: cancelledResponseExample },
  listMessages: { 200: messagePageExample },
  getRoot: {
    200: {
      ...{ name: 'Avow', version: '0.1.0', reference_url: 'http://127.0.0.1:8642/docs' },
      openapi_url: 'http://127.0.0.1:8642/openapi.json',
      console_url: 'http://127.0.0.1:8642/console',
      readiness_url: 'http://127.0.0.1:8642/readyz',
    },
  },
  getHealth: { 200: { status: 'ok' } },
  getReadiness: readinessExamples,
};
