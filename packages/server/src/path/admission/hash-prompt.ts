import { createHmac, type KeyObject } from 'node:crypto';
import type { TenantId } from '@avow/foundation';

/** Identifies equal prompts of a tenant without revealing them. */
export type HashPrompt = (tenantId: TenantId, prompt: string) => string;

/** Separates this from every other use of the pepper. */
const purpose = 'blocked-prompt';

/**
 * The same for the same prompt of a tenant. The key is not in the database, because a plain hash of a short text, or of
 * a number in it, can be guessed.
 */
export function createHashPrompt(pepper: KeyObject): HashPrompt {
  return (tenantId, prompt) =>
    createHmac('sha256', pepper).update(`${purpose}\n${tenantId}\n${prompt}`).digest('hex');
}
