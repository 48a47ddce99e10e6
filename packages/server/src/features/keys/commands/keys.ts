import {
  type ApiKeyEntry,
  apiKeyCreateRequestSchema,
  apiKeyLimits,
  keyOriginsSchema,
} from '@avow/contract/access';
import { groupsSchema } from '@avow/contract/content';
import { queryRequestLimits } from '@avow/contract/query';
import { allGroups, defaultScopes, type Scope, scopes } from '@avow/contract/roles';
import { formatTime } from '@avow/contract/values';
import { AppError, type KeyId, systemClock, UserError } from '@avow/foundation';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { Tenant } from '../access-store.ts';
import { composeAccess } from '../compose/compose-access.ts';
import { keyToWire } from '../key-wire.ts';
import { type ApiKeys, type IssuedKey, operator } from '../keys.ts';

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

function packList(text: string, previous: readonly string[] = []): readonly string[] {
  const names = [...new Set([...previous, text])];
  if (names.length <= apiKeyLimits.packsMax) return names;
  throw new InvalidArgumentError(`Expected at most ${apiKeyLimits.packsMax} content packs.`);
}

async function findNamedPacks(
  { apiKeys, tenant: { tenantId, name: tenant } }: OpenedKeys,
  names: readonly string[],
): Promise<string[]> {
  return await Promise.all(
    names.map(async (name) => {
      const packId = await apiKeys.findPack(tenantId, name);
      if (packId === null)
        throw new UserError(`Tenant ${tenant} has no pack ${name}. See "avow packs list".`);
      return packId;
    }),
  );
}

function describeGroups(groups: ApiKeyEntry['groups']): string {
  if (groups === null) return 'any';
  return groups.length === 0 ? 'none' : groups.join(' ');
}

interface KeyOptions {
  readonly tenant?: string;
  readonly json?: true;
}

interface OpenedKeys {
  readonly apiKeys: ApiKeys;
  readonly tenant: Tenant;
}

/** Opens the data folder for one command. */
async function withKeys<Value>(
  context: CommandContext,
  options: KeyOptions,
  work: (opened: OpenedKeys) => Promise<Value>,
): Promise<Value> {
  return await withData(context, async (data) => {
    const tenant = await pickTenant(data, context.config(), options.tenant);
    return await work({ apiKeys: composeAccess(data, systemClock).apiKeys, tenant });
  });
}

/** What is done with a key that the tenant does not have. */
function explainUnknown(keyId: string, { name }: Tenant) {
  return (error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    throw new UserError(`Tenant ${name} has no key ${keyId}. See "avow keys list".`);
  };
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
  readonly pack?: readonly string[];
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
    .option(
      '--pack <name>',
      'a content pack that a publishable key may ask; may be repeated; none by default',
      packList,
    )
    .option(...jsonOption)
    .description('create a key; its text is shown once')
    .action(async (options: CreateOptions) => {
      refuseContradictions(create, options);
      await withKeys(context, options, async ({ apiKeys, tenant }) => {
        const given = {
          name: options.name,
          mode: options.test ? 'test' : 'live',
          scopes: options.scopes,
          groups: options.anyGroup ? [allGroups] : (options.groups ?? []),
          expires_in_days: options.expiresDays,
          ...(options.origin === undefined ? {} : { origins: [...options.origin] }),
          ...(options.pack === undefined
            ? {}
            : { content_pack_ids: await findNamedPacks({ apiKeys, tenant }, options.pack) }),
        } as const;
        const issued = await apiKeys.create(tenant.tenantId, given, operator);
        const notes =
          issued.row.packIds?.length === 0
            ? ['It may ask no content pack yet: choose packs in the console, or create it with --pack.']
            : [];
        printIssued(context, options, issued, notes);
      });
    });
}

function refuseContradictions(create: Command, options: CreateOptions): void {
  if (options.anyGroup && options.groups !== undefined)
    throw new UserError('Give either --groups or --any-group, not both.');
  if ((options.publishable === true) !== (options.origin !== undefined))
    throw new UserError('Give --publishable and --origin together: a publishable key is bound to origins.');
  if (options.pack !== undefined && options.publishable !== true)
    throw new UserError('Give --pack with --publishable only: other keys may ask every pack.');
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
      await withKeys(context, options, async ({ apiKeys, tenant }) => {
        const nowMs = systemClock.nowMs();
        const rows = (await apiKeys.listAll(tenant.tenantId)).map((key) => keyToWire(key, nowMs));
        const asLine = ({ scopes: held, groups, origins, ...row }: ApiKeyEntry) => [
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
      await withKeys(context, options, async ({ apiKeys, tenant }) => {
        const { overlapHours } = options;
        const issued = await apiKeys
          .rotate(tenant.tenantId, keyId as KeyId, { overlapHours, by: operator })
          .catch(explainUnknown(keyId, tenant));
        printIssued(context, options, issued, [
          `The old key ${keyId} works for ${overlapHours} more hours at most.`,
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
      await withKeys(context, options, async ({ apiKeys, tenant }) => {
        await apiKeys.revoke(tenant.tenantId, keyId as KeyId, operator).catch(explainUnknown(keyId, tenant));
        context.terminal.out(
          options.json ? JSON.stringify({ key_id: keyId, status: 'revoked' }) : `Key ${keyId} is revoked.`,
        );
      });
    });
}

function printIssued(
  context: CommandContext,
  options: KeyOptions,
  issued: IssuedKey,
  notes: readonly string[],
): void {
  if (options.json) {
    context.terminal.out(JSON.stringify({ ...keyToWire(issued.row, systemClock.nowMs()), key: issued.text }));
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
