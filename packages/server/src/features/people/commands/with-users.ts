import { scopes } from '@avow/contract';
import type { UserId } from '@avow/foundation';
import { AppError, suffixOf, systemClock, UserError } from '@avow/foundation';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, withData } from '../../../cli/command-context.ts';
import { pickTenant } from '../../../cli/pick-tenant.ts';
import { serviceUrl } from '../../../config/service-url.ts';
import type { Tenant } from '../../keys/access-store.ts';
import type { Granter } from '../../keys/grant.ts';
import type { User } from '../people-store.ts';
import { publicAddressOf } from '../public-address.ts';
import { createUsers, type Users } from '../users.ts';

/** The options of every command on people. */
export interface UserOptions {
  readonly tenant?: string;
  readonly json?: true;
}

interface OpenedUsers {
  readonly users: Users;
  readonly tenant: Tenant;
}

/** The command line acts for the operator, who may give any right. */
export const operator: Granter = { actor: 'operator', scopes: new Set(scopes), groups: null };

export const userArgument = ['<user>', 'id (usr_…) or e-mail address'] as const;
const wantedCodePointsMax = 80;

/** Opens the data folder for one command. */
export async function withUsers<Value>(
  context: CommandContext,
  options: UserOptions,
  work: (opened: OpenedUsers) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async ({ store, pepper }) => {
    const tenant = await pickTenant({ store }, context.config(), options.tenant);
    return await work({ users: createUsers({ store: store.people, pepper, clock: systemClock }), tenant });
  });
}

/** The same for one person, who must exist. */
export async function withUser<Value>(
  context: CommandContext,
  { wanted, options }: { readonly wanted: string; readonly options: UserOptions },
  work: (opened: OpenedUsers & { readonly user: User }) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async ({ store, pepper }) => {
    const tenant = await pickTenant({ store }, context.config(), options.tenant);
    const isId = suffixOf(wanted, ['usr']) !== null;
    const user = isId
      ? await store.people.getUser(tenant.tenantId, wanted as UserId)
      : await store.people.findUser(tenant.tenantId, { email: wanted });
    if (user === null)
      throw new UserError(
        `Tenant ${tenant.name} has no user ${cleanLine(wanted, wantedCodePointsMax)}. See "avow users list".`,
      );
    return await work({
      users: createUsers({ store: store.people, pepper, clock: systemClock }),
      tenant,
      user,
    });
  });
}

/** Where people open links. Fails if nobody could sign in there. */
export function publicUrlOf({ config }: CommandContext): string {
  const { baseUrl, ...place } = config();
  try {
    return publicAddressOf(baseUrl ?? serviceUrl(place)).url;
  } catch (error) {
    throw error instanceof AppError ? new UserError(error.options.detail ?? error.code) : error;
  }
}
