import {
  groupsSchema,
  type Role,
  roles,
  userCreateRequestSchema,
  userUpdateRequestSchema,
} from '@avow/contract';
import { UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { confirm } from '../../../cli/confirm.ts';
import { tenantOption } from '../../../cli/pick-tenant.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { Tenant } from '../../keys/access-store.ts';
import { operator } from '../../keys/keys.ts';
import { linkToWire, type People, userToWire } from '../people.ts';
import type { User } from '../people-store.ts';
import { readPublicUrl, type UserOptions, userArgument, withUser, withUsers } from './with-users.ts';

export function addUsersCommand(program: Command, context: CommandContext): void {
  const users = program.command('users').description('invite, list, change and delete people who sign in');
  addUserCommands(users, context);
}

interface RightsOptions extends UserOptions {
  readonly name?: string;
  readonly role?: Role;
  readonly groups?: string[];
}

function groupList(text: string): string[] {
  const parsed = groupsSchema.safeParse(text === '' ? [] : text.split(','));
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('Expected group names, separated by commas.');
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UserError(
    parsed.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('\n'),
  );
}

const roleOption = (needed: string) =>
  new Option('--role <role>', `what the person may do${needed}`).choices(roles);
const groupsOption = [
  '--groups <list>',
  'groups that they ask questions for, separated by commas',
  groupList,
] as const;

export function addUserCommands(users: Command, context: CommandContext): void {
  addCreate(users, context);
  addList(users, context);
  addShow(users, context);
  addUpdate(users, context);
  addDelete(users, context);
  addLink(users, context);
  addSignOut(users, context);
}

function addCreate(users: Command, context: CommandContext): void {
  users
    .command('create')
    .argument('<email>', 'e-mail address, unique within the tenant')
    .requiredOption('--name <name>', 'name under which their actions are logged')
    .addOption(roleOption('').makeOptionMandatory())
    .option(...groupsOption)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('create a person; prints a one-time link with which they sign in')
    .action(async (email: string, { name, role, groups = [], ...options }: RightsOptions) => {
      const given = checked(userCreateRequestSchema, { email, name, role, groups });
      const publicUrl = readPublicUrl(context);
      await withUsers(context, options, async ({ users: open, tenant }) => {
        const { user, link } = await open.create(tenant.tenantId, given, operator);
        const shown = linkToWire(link, publicUrl);
        context.terminal.out(
          options.json
            ? JSON.stringify({ ...userToWire(user), link: shown })
            : `Created user ${user.userId} (${user.role}).\n\n${describeLink(shown)}`,
        );
      });
    });
}

function describeLink({
  url,
  expires_at: until,
}: {
  readonly url: string;
  readonly expires_at: string;
}): string {
  return `  ${url}\n\nThe link signs the person in once, until ${until}. It cannot be shown again.`;
}

function addList(users: Command, context: CommandContext): void {
  users
    .command('list')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('list the people of a tenant')
    .action((options: UserOptions) =>
      withUsers(context, options, async ({ users: open, tenant }) => {
        const rows = (await listAll(open, tenant)).map(userToWire);
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0)
          context.terminal.out(
            `Tenant ${tenant.name} has no users. Create one with "avow users create EMAIL".`,
          );
        else
          context.terminal.out(
            formatTable(
              ['USER', 'EMAIL', 'NAME', 'ROLE', 'GROUPS', 'STATUS', 'LAST SIGN-IN'],
              rows.map(
                ({ user_id, email, name, role, groups, all_groups: isAny, status, last_sign_in_at: at }) => [
                  ...[user_id, email, name, role, isAny ? 'any' : groups.join(' ') || 'none', status],
                  at ?? 'never',
                ],
              ),
            ),
          );
      }),
    );
}

const pageSize = 100;

async function listAll(users: People, { tenantId }: Tenant): Promise<User[]> {
  const all: User[] = [];
  for (;;) {
    const page = await users.list(tenantId, { before: all.at(-1)?.userId ?? null, limit: pageSize });
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}

function describeUser(user: User, options: UserOptions): string {
  const shown = userToWire(user);
  if (options.json) return JSON.stringify(shown);
  return Object.entries({ ...shown, groups: shown.groups.join(' ') || null })
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value ?? 'none'}`)
    .join('\n');
}

function addShow(users: Command, context: CommandContext): void {
  users
    .command('show')
    .argument(...userArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show a person, and how they can sign in')
    .action((wanted: string, options: UserOptions) =>
      withUser(context, { wanted, options }, async ({ user }) =>
        context.terminal.out(describeUser(user, options)),
      ),
    );
}

function addUpdate(users: Command, context: CommandContext): void {
  users
    .command('update')
    .argument(...userArgument)
    .option('--name <name>', 'name under which their actions are logged')
    .addOption(roleOption(''))
    .option(...groupsOption)
    .option('--enable', 'let them sign in again')
    .option('--disable', 'let them sign in no more, and end their sessions')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('change a person; what is not given stays as it is')
    .action(async (wanted: string, options: RightsOptions & { enable?: true; disable?: true }) => {
      const { name, role, groups, enable, disable } = options;
      if (enable && disable) throw new UserError('Give either --enable or --disable, not both.');
      const given = checked(userUpdateRequestSchema, {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        ...(groups === undefined ? {} : { groups }),
        ...(enable ? { status: 'active' } : {}),
        ...(disable ? { status: 'disabled' } : {}),
      });
      await withUser(context, { wanted, options }, async ({ users: open, user }) => {
        const changed = await open.update(user.tenantId, user.userId, { given, by: operator });
        context.terminal.out(describeUser(changed, options));
      });
    });
}

function addDelete(users: Command, context: CommandContext): void {
  const { terminal } = context;
  users
    .command('delete')
    .argument(...userArgument)
    .option('--yes', 'delete them without a question; needed without a terminal')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('delete a person with their password, passkeys and sessions')
    .action((wanted: string, options: UserOptions & { readonly yes?: true }) =>
      withUser(context, { wanted, options }, async ({ users: open, tenant, user }) => {
        const shown = `${user.userId} (${user.email})`;
        if (options.yes !== true)
          await confirm(terminal, {
            question: `Delete ${shown} of tenant ${tenant.name}? [y/N] `,
            expected: ['y', 'Y', 'yes'],
            unasked: 'Nothing was changed: without a terminal to ask on, deleting a user needs --yes.',
          });
        await open.delete(user.tenantId, user.userId, operator);
        terminal.out(
          options.json ? JSON.stringify({ user_id: user.userId, deleted: true }) : `Deleted user ${shown}.`,
        );
      }),
    );
}

function addLink(users: Command, context: CommandContext): void {
  users
    .command('link')
    .argument(...userArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('print a one-time link with which a person signs in; earlier links stop working')
    .action(async (wanted: string, options: UserOptions) => {
      const publicUrl = readPublicUrl(context);
      await withUser(context, { wanted, options }, async ({ users: open, user }) => {
        const issued = await open.createLink(user.tenantId, user.userId, operator);
        const link = linkToWire(issued, publicUrl);
        context.terminal.out(options.json ? JSON.stringify(link) : describeLink(link));
      });
    });
}

function addSignOut(users: Command, context: CommandContext): void {
  users
    .command('sign-out')
    .argument(...userArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description('end all sessions of a person')
    .action((wanted: string, options: UserOptions) =>
      withUser(context, { wanted, options }, async ({ users: open, user }) => {
        await open.endSessions(user.tenantId, user.userId, { sessionId: null, by: operator });
        context.terminal.out(
          options.json
            ? JSON.stringify({ user_id: user.userId, signed_out: true })
            : `Ended the sessions of ${user.userId} (${user.email}).`,
        );
      }),
    );
}
