import type { OperationId } from '@avow/contract';
import type { EventStreams } from './event-streams.ts';
import type { Handler } from './handler.ts';
import type { HttpParts } from './http-parts.ts';
import { refuseGone } from './refuse-gone.ts';
import { accessHandlers } from './routes/access/access-handlers.ts';
import { chatHandlers } from './routes/chat/chat-handlers.ts';
import { consoleHandlers } from './routes/console.ts';
import { contentHandlers } from './routes/content/content-handlers.ts';
import { feedbackHandlers } from './routes/feedback/feedback-handlers.ts';
import { goldenHandlers } from './routes/golden/golden-handlers.ts';
import { guardrailHandlers } from './routes/guardrails/guardrail-handlers.ts';
import { insightHandlers } from './routes/insights/insight-handlers.ts';
import { logHandlers } from './routes/log/log-handlers.ts';
import { mcpHandlers } from './routes/mcp/mcp-handlers.ts';
import { getAudit, getMessage, listAudits, listMessages } from './routes/messages.ts';
import { executeQuery } from './routes/query.ts';
import { retentionHandlers } from './routes/retention/retention-handlers.ts';
import { reviewHandlers } from './routes/review.ts';
import {
  getHealth,
  getMetrics,
  getOpenApi,
  getOpenApiYaml,
  getProblem,
  getReadiness,
} from './routes/service.ts';
import { cancelMessage, streamMessageEvents } from './routes/streams.ts';
import { webhookHandlers } from './routes/webhooks/webhook-handlers.ts';

/** The handler of each operation of the contract. */
export function handlersOf(parts: HttpParts, streams: EventStreams): Readonly<Record<OperationId, Handler>> {
  const { queries, records, endUserTokens } = parts;
  const ofMessage = (handler: Handler) => refuseGone(records, handler);
  const feedback = feedbackHandlers(parts);
  return {
    executeQuery: executeQuery({ queries, streams, endUserTokens }),
    streamMessageEvents: ofMessage(streamMessageEvents({ queries, streams })),
    cancelMessage: ofMessage(cancelMessage({ queries })),
    ...chatHandlers({ queries, records, streams, endUserTokens }),
    ...mcpHandlers(parts),
    getAudit: getAudit(parts),
    listAudits: listAudits(parts),
    getMessage: ofMessage(getMessage(parts)),
    listMessages: listMessages(parts),
    ...contentHandlers(parts),
    ...goldenHandlers(parts),
    ...guardrailHandlers(parts),
    ...insightHandlers(parts),
    ...feedback,
    giveFeedback: ofMessage(feedback.giveFeedback),
    listMessageFeedback: ofMessage(feedback.listMessageFeedback),
    ...logHandlers(parts),
    ...retentionHandlers(parts),
    ...webhookHandlers(parts),
    ...accessHandlers(parts),
    ...reviewHandlers({ ...parts, reviews: queries.reviews }),
    getHealth: getHealth(),
    getReadiness: getReadiness(parts),
    getMetrics: getMetrics(parts),
    getOpenApi: getOpenApi(parts),
    getOpenApiYaml: getOpenApiYaml(parts),
    getProblem: getProblem(),
    ...consoleHandlers(parts),
  };
}
