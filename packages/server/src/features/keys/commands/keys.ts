import {
  apiKeyCreateRequestSchema,
  defaultScopes,
  formatTime,
  groupsSchema,
  keyOriginsSchema,
  publishableScopes,
  queryRequestLimits,
  type Scope,
  scopes,
} from '@avow/contract';
import { systemClock, UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { KeyRow } from '../access-store.ts';
import { keyStatusOf } from '../key-status.ts';
import { createKey, rotateKey } from '../manage-keys.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

function wholeNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

function dayCount(text: string): number {
  const days = wholeNumber(text);
  if (days === 0) throw new InvalidArgumentError('Expected at least 1 day.');
  return days;
}

function scopeList(text: string): Scope[] {
  return text.split(',').map((part) => {
    const scope = scopes.find((known) => known === part.trim());
    if (scope === undefined) throw new InvalidArgumentError(`Known scopes: ${scopes.join(', ')}.`);
    return scope;
  });
}

function keyName(text: string): string {
  const parsed = apiKeyCreateRequestSchema.shape.name.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError('Expected 1 to 128 characters in one line.');
}

function groupList(text: string): string[] {
  const parsed = groupsSchema.safeParse(text.split(','));
  if (parsed.success) return parsed.data;
  const { groupsMax, groupLengthMax } = queryRequestLimits;
  throw new InvalidArgumentError(
    `Expected at most ${groupsMax} groups of 1 to ${groupLengthMax} characters, separated by commas.`,
  );
}

function originList(text: string, previous: readonly string[] = []): readonly string[] {
  const parsed = keyOriginsSchema.safeParse([...previous, text]);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(
    'Expected an origin such as https://www.example.com, without a path; at most 20 of them. Without https only on this machine.',
  );
}

function describeGroups(groups: KeyRow['groups']): string {
  if (groups === null) return 'any';
  return groups.length === 0 ? 'none' : groups.join(' ');
}

/** As in the API. */
function describeKey(key: KeyRow) {
  return {
    key_id: key.keyId,
    name: key.name,
    mode: key.mode,
    status: keyStatusOf(key, systemClock.nowMs()),
    scopes: key.scopes,
    groups: key.groups,
    origins: key.origins,
    created_at: formatTime(key.createdAtMs),
    expires_at: formatTime(key.expiresAtMs),
  };
}

async function findKey(
  { config }: CommandContext,
  data: DataFolder,
  { tenant: option }: KeyOptions,
  keyId: string,
): Promise<KeyRow> {
  const tenant = await pickTenant(data, config(), option);
  const key = (await data.store.access.listKeys(tenant.tenantId)).find((row) => row.keyId === keyId);
  if (key === undefined)
    throw new UserError(`Tenant ${tenant.name} has no key ${keyId}. See "avow keys list".`);
  return key;
}

interface KeyOptions {
  readonly tenant?: string;
  readonly json?: true;
}

interface CreateOptions extends KeyOptions {
  readonly name: string;
  readonly scopes: Scope[];
  readonly groups?: string[];
  readonly anyGroup?: true;
  readonly expiresDays: number;
  readonly test?: true;
  readonly publishable?: true;
  readonly origin?: readonly string[];
}

export function addKeysCommand(program: Command, context: CommandContext): void {
  const keys = program.command('keys').description('create, list, rotate and revoke API keys');
  addCreate(keys, context);
  addList(keys, context);
  addRotate(keys, context);
  addRevoke(keys, context);
}

function addCreate(keys: Command, context: CommandContext): void {
  const create = keys
    .command('create')
    .option(...tenantOption)
    .option('--name <name>', 'what the key is for', keyName, 'key')
    .addOption(
      new Option('--scopes <list>', 'scopes, separated by commas')
        .argParser(scopeList)
        .default([...defaultScopes], defaultScopes.join(',')),
    )
    .option(
      '--groups <list>',
      'groups that requests with the key may name, and whose records it may read, separated by commas; none by default',
      groupList,
    )
    .option('--any-group', 'requests with the key may name any group, and read what was answered for it')
    .option('--expires-days <days>', 'days until the key expires', dayCount, 365)
    .option('--test', 'create a test key (avw_test_…)')
    .option('--publishable', 'create a key for web pages (avw_pub_…), which can only ask; needs --origin')
    .option('--origin <origin>', 'a page origin of a publishable key; may be repeated', originList)
    .option(...jsonOption)
    .description('create a key; its text is shown once')
    .action(async (options: CreateOptions) => {
      refuseContradictions(create, options);
      await withData(context, async (data) => {
        const tenant = await pickTenant(data, context.config(), options.tenant);
        const issued = await createKey(
          { access: data.store.access, pepper: data.pepper, clock: systemClock },
          {
            tenantId: tenant.tenantId,
            name: options.name,
            mode: options.test ? 'test' : 'live',
            scopes: options.publishable ? publishableScopes : options.scopes,
            groups: options.anyGroup ? null : (options.groups ?? []),
            origins: options.origin ?? null,
            expiresAtMs: systemClock.nowMs() + options.expiresDays * dayMs,
          },
          'operator',
        );
        printIssued(context, options, issued, []);
      });
    });
}

function refuseContradictions(create: Command, options: CreateOptions): void {
  if (options.anyGroup && options.groups !== undefined)
    throw new UserError('Give either --groups or --any-group, not both.');
  if ((options.publishable === true) !== (options.origin !== undefined))
    throw new UserError('Give --publishable and --origin together: a publishable key is bound to origins.');
  const isScoped = create.getOptionValueSource('scopes') === 'cli';
  if (options.publishable && (isScoped || options.anyGroup || options.groups !== undefined || options.test))
    throw new UserError('A publishable key can only ask: give no --scopes, --groups, --any-group or --test.');
}

function addList(keys: Command, context: CommandContext): void {
  keys
    .command('list')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('list the keys of a tenant, without their secrets')
    .action(async (options: KeyOptions) => {
      await withData(context, async (data) => {
        const tenant = await pickTenant(data, context.config(), options.tenant);
        const rows = (await data.store.access.listKeys(tenant.tenantId)).map(describeKey);
        const asLine = ({ scopes: held, groups, origins, ...row }: ReturnType<typeof describeKey>) => [
          ...[row.key_id, row.name, row.mode, row.status, held.join(' '), describeGroups(groups)],
          ...[origins?.join(' ') ?? '-', row.created_at, row.expires_at],
        ];
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0)
          context.terminal.out(`Tenant ${tenant.name} has no key. Create one with "avow keys create".`);
        else
          context.terminal.out(
            formatTable(
              ['KEY', 'NAME', 'MODE', 'STATUS', 'SCOPES', 'GROUPS', 'ORIGINS', 'CREATED', 'EXPIRES'],
              rows.map(asLine),
            ),
          );
      });
    });
}

function addRotate(keys: Command, context: CommandContext): void {
  keys
    .command('rotate')
    .argument('<key-id>', 'key_…')
    .option(...tenantOption)
    .option('--overlap-hours <hours>', 'hours for which the old key still works', wholeNumber, 24)
    .option(...jsonOption)
    .description('replace a key with a new one that has the same rights; both work during the overlap')
    .action(async (keyId: string, options: KeyOptions & { overlapHours: number }) => {
      await withData(context, async (data) => {
        const old = await findKey(context, data, options, keyId);
        const status = keyStatusOf(old, systemClock.nowMs());
        if (status !== 'active') throw new UserError(`Key ${keyId} is ${status}: create a new one.`);
        const parts = { access: data.store.access, pepper: data.pepper, clock: systemClock };
        const issued = await rotateKey(parts, old, {
          overlapMs: options.overlapHours * hourMs,
          actor: 'operator',
        });
        if (issued === null) throw new UserError(`Key ${keyId} no longer exists.`);
        printIssued(context, options, issued, [
          `The old key ${keyId} works for ${options.overlapHours} more hours at most.`,
        ]);
      });
    });
}

function addRevoke(keys: Command, context: CommandContext): void {
  keys
    .command('revoke')
    .argument('<key-id>', 'key_…')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('revoke a key; it stops working within a second')
    .action(async (keyId: string, options: KeyOptions) => {
      await withData(context, async (data) => {
        const key = await findKey(context, data, options, keyId);
        const atMs = systemClock.nowMs();
        await data.store.access.revokeKey(key.tenantId, key.keyId, atMs, { atMs, actor: 'operator' });
        context.terminal.out(
          options.json ? JSON.stringify({ key_id: keyId, status: 'revoked' }) : `Key ${keyId} is revoked.`,
        );
      });
    });
}

function printIssued(
  context: CommandContext,
  options: KeyOptions,
  issued: { row: KeyRow; text: string },
  notes: readonly string[],
): void {
  if (options.json) {
    context.terminal.out(JSON.stringify({ ...describeKey(issued.row), key: issued.text }));
    return;
  }
  const lines = [
    `Created key ${issued.row.keyId} (${issued.row.scopes.join(' ')}), valid until ${formatTime(issued.row.expiresAtMs)}.`,
    ...notes,
    '',
    `  ${issued.text}`,
    '',
    'Copy it now: it is not stored and cannot be shown again.',
  ];
  context.terminal.out(lines.join('\n'));
}
