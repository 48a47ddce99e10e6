import type { TenantId } from '@avow/foundation';
import type { Channel } from './channel.ts';
import type { AnswerOf, Operation, Operations } from './operation.ts';

/** Methods of a store as the operations that they are bound to: with the same arguments, within a transaction. */
export type OperationsFor<Store> = {
  readonly [One in keyof Store]?: Store[One] extends (...args: infer Args) => Promise<infer Value>
    ? (...args: Args) => Operation<Value>
    : never;
};

/** Operations as methods of a store. */
type Bound<Offered extends Operations, Name extends keyof Offered> = {
  readonly [One in Name]: (...args: Parameters<Offered[One]>) => Promise<AnswerOf<ReturnType<Offered[One]>>>;
};

/** Names of the operations that take a tenant first. */
type NameForTenants<Offered extends Operations> = {
  [One in keyof Offered & string]: TenantId extends Parameters<Offered[One]>[0] ? One : never;
}[keyof Offered & string];

/** Names of the operations that do not have to know a tenant. */
type NameForInstallation<Offered extends Operations> = {
  [One in keyof Offered & string]: Parameters<Offered[One]> extends readonly [TenantId, ...unknown[]]
    ? never
    : One;
}[keyof Offered & string];

/** Methods that send their arguments to the operations of the same names, on behalf of the tenant that they take first. */
export function bindForTenants<Offered extends Operations, Name extends NameForTenants<Offered>>(
  channel: Channel<Offered>,
  ...names: readonly Name[]
): Bound<Offered, Name> {
  const methods = names.map((name) => [
    name,
    (...args: Parameters<Offered[Name]>) => channel.callFor(args[0] as TenantId, name, ...args),
  ]);
  return Object.fromEntries(methods) as Bound<Offered, Name>;
}

/** Methods that send their arguments to the operations of the same names, on behalf of the installation. */
export function bindForInstallation<Offered extends Operations, Name extends NameForInstallation<Offered>>(
  channel: Channel<Offered>,
  ...names: readonly Name[]
): Bound<Offered, Name> {
  const methods = names.map((name) => [
    name,
    (...args: Parameters<Offered[Name]>) => channel.call(name, ...args),
  ]);
  return Object.fromEntries(methods) as Bound<Offered, Name>;
}

type Joined<Groups extends readonly unknown[]> = Groups extends readonly [infer First, ...infer Others]
  ? First & Joined<Others>
  : unknown;

/** Several groups of operations as one. Throws if two have the same name: one of them would never run. */
export function joinOperations<const Groups extends readonly Operations[]>(
  ...groups: Groups
): Joined<Groups> {
  const entries = groups.flatMap((group) => Object.entries(group));
  const joined = Object.fromEntries(entries);
  const names = new Set<string>();
  for (const [name] of entries) {
    if (names.has(name)) throw new Error(`there are two operations ${name}`);
    names.add(name);
  }
  return joined as Joined<Groups>;
}
