import type { Statements } from '@avow/storage';
import { createAttemptWrites } from './attempt-writes.ts';
import { createClaimWrites } from './claim-writes.ts';
import { createDeliveryWrites } from './delivery-writes.ts';
import { createEndpointWrites, type WebhookParts } from './endpoint-writes.ts';

/** The writer's operations on webhooks. */
export function createWebhookWrites(statements: Statements, parts: WebhookParts) {
  return {
    ...createEndpointWrites(statements, parts),
    ...createDeliveryWrites(statements),
    ...createClaimWrites(statements, parts),
    ...createAttemptWrites(statements, parts.log),
  };
}
