import { createSecretKey, randomBytes } from 'node:crypto';
import type { MessageId, TenantId } from '@avow/foundation';
import { expect, it } from 'vitest';
import type { Queries } from '../../../path/waiting/create-queries.ts';
import { type Nodes, onlyNode } from '../nodes.ts';
import { joinNodes } from './join-nodes.ts';

const tenantId: TenantId = 'ten_1';

/** Two nodes that hear each other at once; the answers of the second are lost if it is silent. */
function connect() {
  const handlers = new Map<string, (body: string) => Promise<string>>();
  const state = { isSilent: false };
  const first: Nodes = {
    ...onlyNode,
    announce: async (name, body) => void (await handlers.get(name)?.(body)),
    consult: async (name, body) => (state.isSilent ? null : [(await handlers.get(name)?.(body)) ?? '']),
  };
  let forked: () => void = () => undefined;
  const second: Nodes = {
    ...onlyNode,
    on: (name, handler) => void handlers.set(name, handler),
    onForked: (handler) => {
      forked = handler;
    },
  };
  return { first, second, state, fork: () => forked() };
}

function join(nodes: Nodes, pepper = createSecretKey(randomBytes(32)), running: MessageId[] = []) {
  const dropped: TenantId[] = [];
  const state = { isStopped: false };
  const parts = {
    ...{ nodes, pepper, content: { refresh: () => undefined }, listTenants: async () => [] },
    queries: {
      listRunningOf: (isOwner: Parameters<Queries['listRunningOf']>[0]) =>
        isOwner({ tenantId, endUserId: 'ada', threadId: 'thr_1' }) ? running : [],
      cancelHere: () => undefined,
    },
    dropHere: async (of: TenantId) => void dropped.push(of),
    stopWriting: () => {
      state.isStopped = true;
    },
  };
  return { ...joinNodes(parts), dropped, state };
}

it('drops what is cached on every node, and lists what any is answering', async () => {
  const { first, second } = connect();
  const pepper = createSecretKey(randomBytes(32));
  const other = join(second, pepper, ['msg_there']);
  const one = join(first, pepper, ['msg_here']);
  await one.dropCached(tenantId);
  expect([one.dropped, other.dropped]).toEqual([[tenantId], [tenantId]]);
  const both = ['msg_here', 'msg_there'];
  expect(await one.listRunningOf(tenantId, { kind: 'end_user', id: 'ada' })).toEqual(both);
  expect(await one.listRunningOf(tenantId, { kind: 'thread', id: 'thr_1' })).toEqual(both);
  expect(await one.listRunningOf(tenantId, { kind: 'end_user', id: 'thr_1' })).toEqual([]);
  expect(await one.listRunningOf('ten_2', { kind: 'thread', id: 'thr_1' })).toEqual([]);
});

it('does not acknowledge an erasure that another node has not confirmed', async () => {
  const { first, state } = connect();
  state.isSilent = true;
  const one = join(first);
  await expect(one.dropCached(tenantId)).rejects.toMatchObject({ code: 'audit_unavailable' });
  expect(one.dropped).toEqual([tenantId]);
  const listed = one.listRunningOf(tenantId, { kind: 'end_user', id: 'ada' });
  await expect(listed).rejects.toMatchObject({ code: 'audit_unavailable' });
});

it('stops writing on a node that hears of a forked log', () => {
  const { second, fork } = connect();
  const other = join(second);
  fork();
  expect(other.state.isStopped).toBe(true);
});
