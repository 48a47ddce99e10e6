import { createHmac, type KeyObject } from 'node:crypto';
import type { TenantId } from '../interfaces/identity.ts';

/** Set apart from every other use of the pepper. */
const purpose = 'blocked-prompt';

/**
 * The same for the same prompt of a tenant. Under a key that is not in the database: a bare hash of a short text can be
 * guessed, and so can a number in it.
 */
export function createHashPrompt(pepper: KeyObject): (tenantId: TenantId, prompt: string) => string {
  return (tenantId, prompt) =>
    createHmac('sha256', pepper).update(`${purpose}\n${tenantId}\n${prompt}`).digest('hex');
}
