import { scopes as allScopes, type Scope } from '@avow/contract';
import { AppError } from '@avow/foundation';
import type { Actor } from './attribution.ts';

/** Somebody who gives rights to others: never more than they have themselves. */
export interface Granter {
  readonly actor: Actor;
  readonly scopes: ReadonlySet<Scope>;
  /** Null: any. */
  readonly groups: readonly string[] | null;
}

/** The command line acts for the operator, who may give any right. */
export const operator: Granter = { actor: 'operator', scopes: new Set(allScopes), groups: null };

export function requireScopes({ scopes }: Granter, granted: readonly Scope[]): void {
  const lacking = granted.filter((scope) => !scopes.has(scope));
  if (lacking.length === 0) return;
  throw new AppError('insufficient_scope', {
    detail: `This needs scopes that the caller lacks: ${lacking.join(', ')}.`,
  });
}

export function requireGroups({ groups }: Granter, granted: readonly string[] | null): void {
  if (groups === null) return;
  if (granted?.every((group) => groups.includes(group)) === true) return;
  throw new AppError('insufficient_scope', {
    detail: 'The caller may only give groups that it may name itself.',
  });
}
