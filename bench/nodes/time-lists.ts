import type { MessageId, TenantId } from '@avow/foundation';
import { openPostgresStore, sampleMasterKey, type TestServer } from '@avow/server/testing/inner';
import { sampleRow } from '../sample-row.ts';
import { type FilledMessages, idAt, largeTenant, tenants } from './fill-messages.ts';

const calls = 500;

interface Timed {
  readonly name: string;
  readonly call: () => Promise<unknown>;
}

async function timeCalls({ name, call }: Timed): Promise<string> {
  const times: number[] = [];
  for (let done = 0; done < calls; done += 1) {
    const startedMs = performance.now();
    await call();
    times.push(performance.now() - startedMs);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor(share * (calls - 1))] ?? 0).toFixed(1);
  return `${name}: least ${at(0)} ms, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** Lists and lookups of the store among many messages, one at a time. */
export async function timeLists({
  server,
  url,
  filled: { messages, inLarge, expiredTo, generatedS },
}: {
  readonly server: TestServer;
  readonly url: string;
  readonly filled: FilledMessages;
}): Promise<readonly string[]> {
  const store = await openPostgresStore({ url, masterKey: sampleMasterKey });
  const { records } = store;
  const upTo = (count: number) => Math.floor(Math.random() * count);
  const messageOf = (number: number) => idAt('msg', number) as MessageId;
  const inContent = () => messageOf(expiredTo + 1000 + upTo(inLarge - expiredTo - 1000));
  const anyTenant = () => idAt('ten', 1 + upTo(tenants - 1)) as TenantId;
  type Filter = Partial<Parameters<typeof records.listMessages>[1]>;
  const list = (filter: Filter, before: () => MessageId | null) => () =>
    records.listMessages(largeTenant, { readableBy: null, ...filter }, { before: before(), limit: 50 });
  const write = (tenant: () => TenantId) => () =>
    records.finishMessage(tenant(), sampleRow(Date.now(), [['response', 'r'.repeat(1500)]]), {
      ...{ events: [], idempotency: null, journal: [], cost: null, label: null, isNew: true },
    });
  const [size] = await server.ask(url, 'SELECT pg_database_size(current_database()) / 1000000 AS mb');
  const lines = [
    `${messages} messages of ${tenants} tenants, ${inLarge} of one; ${size?.['mb']} MB, generated in ${generatedS.toFixed(0)} s`,
  ];
  const timed: readonly Timed[] = [
    { name: 'nothing but a round trip', call: () => records.isThreadOf(largeTenant, 'thr_none', null) },
    { name: 'newest 50', call: list({}, () => null) },
    { name: '50 from any place', call: list({}, inContent) },
    { name: '50 that everybody may see, from any place', call: list({ readableBy: [] }, inContent) },
    { name: '50 that one group may see, from any place', call: list({ readableBy: ['hr'] }, inContent) },
    { name: '50 of a band, from any place', call: list({ band: 'low' }, inContent) },
    { name: '50 failed, from any place', call: list({ status: 'failed' }, inContent) },
    { name: '50 tripped, from any place', call: list({ tripwireTriggered: true }, inContent) },
    { name: 'where all content has expired', call: list({}, () => messageOf(upTo(expiredTo))) },
    { name: 'of a band there', call: list({ band: 'low' }, () => messageOf(upTo(expiredTo))) },
    {
      name: 'newest 50 of any tenant',
      call: () => records.listMessages(anyTenant(), { readableBy: null }, { before: null, limit: 50 }),
    },
    { name: 'one by its id', call: () => records.getMessage(largeTenant, inContent()) },
    { name: 'one that is not there', call: () => records.getMessage(anyTenant(), inContent()) },
    { name: 'a record of the large tenant', call: write(() => largeTenant) },
    { name: 'a record of any tenant', call: write(anyTenant) },
  ];
  for (const one of timed) lines.push(await timeCalls(one));
  await store.close();
  return lines;
}
