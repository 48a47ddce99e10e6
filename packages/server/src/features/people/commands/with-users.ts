import type { UserId } from '@avow/foundation';
import { AppError, suffixOf, systemClock, UserError } from '@avow/foundation';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, withData } from '../../../cli/command-context.ts';
import { pickTenant } from '../../../cli/pick-tenant.ts';
import { defaultServiceUrl } from '../../../config/service-url.ts';
import type { Tenant } from '../../keys/access-store.ts';
import { composeAccess } from '../../keys/compose/compose-access.ts';
import type { People } from '../people.ts';
import type { User } from '../people-store.ts';
import { publicAddressOf } from '../public-address.ts';

/** The options of every command on people. */
export interface UserOptions {
  readonly tenant?: string;
  readonly json?: true;
}

interface OpenedUsers {
  readonly users: People;
  readonly tenant: Tenant;
}

export const userArgument = ['<user>', 'id (usr_…) or e-mail address'] as const;
const wantedCodePointsMax = 80;

/** Opens the data folder for one command. */
export async function withUsers<Value>(
  context: CommandContext,
  options: UserOptions,
  work: (opened: OpenedUsers) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async (data) => {
    const tenant = await pickTenant(data, context.config(), options.tenant);
    return await work({ users: composeAccess(data, systemClock).users, tenant });
  });
}

/** The same for one person, who must exist. */
export async function withUser<Value>(
  context: CommandContext,
  { wanted, options }: { readonly wanted: string; readonly options: UserOptions },
  work: (opened: OpenedUsers & { readonly user: User }) => Promise<Value>,
): Promise<Value> {
  return await withUsers(context, options, async ({ users, tenant }) => {
    const user = await find(users, tenant, wanted);
    if (user === null)
      throw new UserError(
        `Tenant ${tenant.name} has no user ${cleanLine(wanted, wantedCodePointsMax)}. See "avow users list".`,
      );
    return await work({ users, tenant, user });
  });
}

async function find(users: People, { tenantId }: Tenant, wanted: string): Promise<User | null> {
  if (suffixOf(wanted, ['usr']) === null) return await users.findByEmail(tenantId, wanted);
  return await users.get(tenantId, wanted as UserId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  });
}

/** Where people open links. Fails if nobody could sign in there. */
export function readPublicUrl({ config }: CommandContext): string {
  const { baseUrl, ...place } = config();
  try {
    return publicAddressOf(baseUrl ?? defaultServiceUrl(place)).url;
  } catch (error) {
    throw error instanceof AppError ? new UserError(error.options.detail ?? error.code) : error;
  }
}
