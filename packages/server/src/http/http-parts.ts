import type { Log } from '@avow/foundation/log';
import type { Authentication } from '../access/authenticate.ts';
import type { IdempotentRequests } from '../access/idempotent-requests.ts';
import type { Queries } from '../answering/create-queries.ts';
import type { Streaming } from '../answering/streaming/streaming.ts';
import type { EndUserTokens } from '../people/end-user-tokens.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { AdmitRequestParts } from './admit-request.ts';
import type { Cors } from './cors.ts';
import type { TlsSource } from './create-server.ts';
import type { StreamLimits } from './event-streams.ts';
import type { AccessRoutesParts } from './routes/access/access-route.ts';
import type { ConsoleRoutesParts } from './routes/console.ts';
import type { ContentRoutesParts } from './routes/content/content-route.ts';
import type { FeedbackRoutesParts } from './routes/feedback/feedback-route.ts';
import type { GoldenRoutesParts } from './routes/golden/golden-route.ts';
import type { GuardrailRoutesParts } from './routes/guardrails/guardrail-route.ts';
import type { InsightRoutesParts } from './routes/insights/insight-route.ts';
import type { LogRoutesParts } from './routes/log/log-route.ts';
import type { CreateMcpServer } from './routes/mcp/mcp-handlers.ts';
import type { MessageRoutesParts } from './routes/messages.ts';
import type { RetentionRoutesParts } from './routes/retention/retention-route.ts';
import type { ServiceRoutesParts } from './routes/service.ts';
import type { WebhookRoutesParts } from './routes/webhooks/webhook-route.ts';

export interface HttpParts
  extends Omit<AdmitRequestParts, 'authenticate' | 'limiters'>,
    Authentication,
    AccessRoutesParts,
    MessageRoutesParts,
    ContentRoutesParts,
    GoldenRoutesParts,
    GuardrailRoutesParts,
    InsightRoutesParts,
    FeedbackRoutesParts,
    LogRoutesParts,
    RetentionRoutesParts,
    WebhookRoutesParts,
    ConsoleRoutesParts,
    ServiceRoutesParts {
  readonly queries: Queries & Streaming;
  readonly idempotentRequests: IdempotentRequests;
  readonly endUserTokens: EndUserTokens;
  readonly createMcpServer?: CreateMcpServer;
  readonly limiters: AdmitRequestParts['limiters'];
  readonly metrics: Metrics;
  readonly log: Log;
  readonly cors: Cors;
  readonly trustedProxies: readonly string[];
  readonly streamLimits?: StreamLimits;
  /** Omitted or null: HTTP without TLS. */
  readonly tls?: TlsSource | null;
}
