import { createHmac, type KeyObject } from 'node:crypto';
import type { TenantId } from '@avow/foundation';

/** Separates this from every other use of the pepper. */
const purpose = 'blocked-prompt';

/**
 * The same for the same prompt of a tenant. The key is not in the database, because a plain hash of a short text, or of
 * a number in it, can be guessed.
 */
export function createHashPrompt(pepper: KeyObject): (tenantId: TenantId, prompt: string) => string {
  return (tenantId, prompt) =>
    createHmac('sha256', pepper).update(`${purpose}\n${tenantId}\n${prompt}`).digest('hex');
}
