import type { OperationId } from '@avow/contract';
import { chatHandlers } from '../features/chat/routes/chat-handlers.ts';
import { contentHandlers } from '../features/content/routes/content-handlers.ts';
import { curatedHandlers } from '../features/curated/routes/qna.ts';
import { evaluationHandlers } from '../features/evaluation/routes/evaluation-handlers.ts';
import { feedbackHandlers } from '../features/feedback/routes/feedback-handlers.ts';
import { insightHandlers } from '../features/insights/routes/insight-handlers.ts';
import { keyHandlers } from '../features/keys/routes/keys.ts';
import { logHandlers } from '../features/log/routes/log.ts';
import { mcpHandlers } from '../features/mcp/routes/mcp-handlers.ts';
import { modelHandlers } from '../features/models/routes/models.ts';
import { outageHandlers } from '../features/outages/routes/outages.ts';
import { accountHandlers } from '../features/people/routes/me.ts';
import { signInHandlers } from '../features/people/routes/sign-in.ts';
import { userHandlers } from '../features/people/routes/users.ts';
import { policyHandlers } from '../features/policies/routes/policies.ts';
import { publicationHandlers } from '../features/publication/routes/versions.ts';
import { purposeHandlers } from '../features/purposes/routes/purposes.ts';
import { getAudit, getMessage, listAudits, listMessages } from '../features/records/routes/messages.ts';
import { replayHandlers } from '../features/replay/routes/replays.ts';
import { retentionHandlers } from '../features/retention/routes/retention.ts';
import { reviewHandlers } from '../features/review/routes/review.ts';
import { sampleHandlers } from '../features/samples/routes/samples.ts';
import { securityStreamHandlers } from '../features/security-streams/routes/security-streams.ts';
import { sourceHandlers } from '../features/sources/routes/sources.ts';
import { handoverHandlers, handoverListHandlers } from '../features/visitors/routes/handovers.ts';
import { visitorHandlers } from '../features/visitors/routes/visitors.ts';
import { webhookHandlers } from '../features/webhooks/routes/webhooks.ts';
import { widgetHandlers } from '../features/widgets/routes/widgets.ts';
import { executeQuery } from '../path/routes/query.ts';
import { streamHandlers } from '../path/routes/streams.ts';
import { consoleHandlers } from './console.ts';
import type { EventStreams } from './event-streams.ts';
import type { Handler } from './handler.ts';
import type { HttpDependencies } from './http-dependencies.ts';
import { refuseGone } from './refuse-gone.ts';
import { serviceHandlers } from './service.ts';

/** The handler of each operation of the contract. */
export function handlersOf(
  parts: HttpDependencies,
  streams: EventStreams,
): Readonly<Record<OperationId, Handler>> {
  const { queries, records, endUserTokens } = parts;
  const ofMessage = (handler: Handler) => refuseGone(records, handler);
  const feedback = feedbackHandlers(parts);
  const visitors = visitorHandlers(parts);
  const handover = handoverHandlers(parts);
  const followed = streamHandlers({ queries, streams });
  return {
    executeQuery: executeQuery({ queries, streams, endUserTokens }),
    streamMessageEvents: ofMessage(followed.streamMessageEvents),
    cancelMessage: ofMessage(followed.cancelMessage),
    ...chatHandlers({ queries, records, streams, endUserTokens }),
    ...mcpHandlers(parts),
    getAudit: getAudit(parts),
    listAudits: listAudits(parts),
    getMessage: ofMessage(getMessage(parts)),
    listMessages: listMessages(parts),
    ...contentHandlers(parts),
    ...curatedHandlers(parts),
    ...sourceHandlers(parts),
    ...publicationHandlers(parts),
    ...evaluationHandlers(parts),
    ...policyHandlers(parts),
    ...insightHandlers(parts),
    ...feedback,
    giveFeedback: ofMessage(feedback.giveFeedback),
    listMessageFeedback: ofMessage(feedback.listMessageFeedback),
    ...logHandlers(parts),
    ...purposeHandlers(parts),
    replayMessage: ofMessage(replayHandlers(parts).replayMessage),
    ...sampleHandlers(parts),
    ...retentionHandlers(parts),
    ...webhookHandlers(parts),
    ...signInHandlers(parts),
    ...accountHandlers(parts),
    ...userHandlers(parts),
    ...keyHandlers(parts),
    ...modelHandlers(parts),
    ...securityStreamHandlers(parts),
    ...outageHandlers(parts),
    ...widgetHandlers(parts),
    ...reviewHandlers(parts),
    ...visitors,
    notifyByEmail: ofMessage(visitors.notifyByEmail),
    requestHandover: ofMessage(handover.requestHandover),
    getHandover: ofMessage(handover.getHandover),
    replyToHandover: ofMessage(handover.replyToHandover),
    closeHandover: ofMessage(handover.closeHandover),
    ...handoverListHandlers(parts),
    ...serviceHandlers(parts),
    ...consoleHandlers(parts),
  };
}
