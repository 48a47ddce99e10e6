import type { TenantId } from '@avow/foundation';
import { expect, it } from 'vitest';
import { bindForInstallation, bindForTenants, joinOperations } from './bind-operations.ts';
import type { Channel } from './channel.ts';
import { done, type Operation } from './operation.ts';

interface Counted {
  countOf(tenantId: TenantId, from: number, to?: number): Operation<number>;
  countAll(): Operation<number>;
}

const offered = {
  countOf: (_tenantId: TenantId, _from: number, _to?: number) => done(1),
  countAll: () => done(2),
} satisfies Counted;

/** Answers with what it was sent. */
const channel = {
  call: (...sent: unknown[]) => Promise.resolve(['installation', ...sent]),
  callFor: (...sent: unknown[]) => Promise.resolve(sent),
} as unknown as Channel<typeof offered>;

it('sends the arguments of a method to the operation of its name, on behalf of its tenant', async () => {
  const { countOf } = bindForTenants(channel, 'countOf');
  expect(await countOf('ten_a', 1)).toEqual(['ten_a', 'countOf', 'ten_a', 1]);
  expect(await countOf('ten_b', 1, 2)).toEqual(['ten_b', 'countOf', 'ten_b', 1, 2]);
});

it('sends on behalf of the installation what belongs to no tenant', async () => {
  const { countAll } = bindForInstallation(channel, 'countAll');
  expect(await countAll()).toEqual(['installation', 'countAll']);
});

it('does not offer an operation of a tenant to the installation, nor the other way round', () => {
  // @ts-expect-error It would see all tenants.
  bindForInstallation(channel, 'countOf');
  // @ts-expect-error There is no tenant to see.
  bindForTenants(channel, 'countAll');
});

it('joins groups of operations, and refuses two of one name', () => {
  const { countOf, countAll } = offered;
  expect(joinOperations({ countOf }, { countAll })).toEqual(offered);
  expect(() => joinOperations(offered, { countAll })).toThrow('there are two operations countAll');
});
