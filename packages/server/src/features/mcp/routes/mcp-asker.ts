import { AppError } from '@avow/foundation';
import type { Principal } from '../../keys/keys.ts';
import { tokenPersonOf } from '../../people/people.ts';
import type { KnowledgeReader } from '../knowledge.ts';

/** For whom something is asked or read. */
export interface Asker extends KnowledgeReader {
  /** Null: nobody is named. */
  readonly endUserId: string | null;
}

/**
 * The groups of an access token are those that it names. A key may name groups, of those that it has; without any, only
 * unrestricted content exists.
 */
export function askerOf(
  principal: Principal,
  named: { readonly groups?: readonly string[] | undefined; readonly end_user_id?: string | undefined } = {},
): Asker {
  const { tenantId, groups: allowed } = principal;
  const person = tokenPersonOf(principal);
  if (person !== null) {
    if (named.groups !== undefined || named.end_user_id !== undefined)
      throw refused('The access token names the person and their groups: leave out groups and end_user_id.');
    return { tenantId, groups: person.groups, endUserId: person.endUserId };
  }
  const { groups = [] } = named;
  if (allowed !== null && !groups.every((group) => allowed.includes(group)))
    throw refused('This key may not name one of these groups.');
  return { tenantId, groups, endUserId: named.end_user_id ?? null };
}

function refused(detail: string): AppError {
  return new AppError('validation_failed', { detail });
}
