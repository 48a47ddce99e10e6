import type { MessageId, TenantId } from '@avow/foundation';
import { openPostgresStore } from '@avow/server/measurement';
import { sampleMasterKey, type TestServer } from '@avow/server/testing';
import { sampleRow } from '../sample-row.ts';

const tenants = 10_000;
/** Of one tenant; the others have the rest in equal parts. */
const largeShare = 0.5;
const writtenCount = 2000;
const calls = 500;
const batch = 500_000;

/** Ids sort by their number, as true ones do by their time. */
const idOf = (kind: string, number: string) => `'${kind}_01' || lpad(to_hex(${number}), 24, '0')`;
const largeTenant = `ten_01${'0'.repeat(24)}` as TenantId;

/** As records whose content has expired: what is listed and looked up is the same, but for the opening of the content. */
const messagesSql = (tenant: string, from: number, until: number) => `
  WITH numbers AS (SELECT number, ${tenant} AS tenant_id FROM generate_series(${from}::bigint, ${until - 1}::bigint) AS number),
  threads AS (INSERT INTO threads (tenant_id, thread_id) SELECT tenant_id, ${idOf('thr', 'number')} FROM numbers)
  INSERT INTO messages (tenant_id, message_id, thread_id, status, band, confidence_score, tripwire_triggered, source_type,
    channel_type, content_state, created_at_ms, policy_version, pack_versions, leaf_index, leaf_hash, time_ms, model_tier,
    routing_source, degraded)
  SELECT tenant_id, ${idOf('msg', 'number')}, ${idOf('thr', 'number')},
    CASE WHEN number % 50 = 0 THEN 'failed' ELSE 'delivered' END,
    CASE number % 3 WHEN 0 THEN 'high' WHEN 1 THEN 'medium' ELSE 'low' END, 0.5, CASE WHEN number % 100 = 0 THEN 1 ELSE 0 END,
    'qna', 'api', 'expired', 1700000000000 + number, 'bench', '[]', 1000000000 + number, repeat('f', 64), 3.2, 0, 'qna_match', 0
  FROM numbers`;

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
  return `${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

/** Lists and lookups of the store among many messages, one at a time. */
export async function timeLists({
  server,
  url,
  messages,
}: {
  readonly server: TestServer;
  readonly url: string;
  readonly messages: number;
}): Promise<readonly string[]> {
  const store = await openPostgresStore({ url, masterKey: sampleMasterKey });
  const startedMs = performance.now();
  await server.ask(
    url,
    `INSERT INTO tenants (tenant_id, name, status, created_at_ms)
     SELECT ${idOf('ten', 'number')}, 'tenant ' || number, 'active', 1 FROM generate_series(0, ${tenants - 1}) AS number`,
  );
  const inLarge = Math.round(messages * largeShare);
  // What is checked for each row is known here; the rest is as in service.
  const fill = async (tenant: string, from: number, until: number) => {
    for (let start = from; start < until; start += batch)
      await server.ask(
        url,
        `SET session_replication_role = replica; ${messagesSql(tenant, start, Math.min(start + batch, until))}`,
      );
  };
  await fill(`'${largeTenant}'`, 0, inLarge);
  await fill(idOf('ten', `(1 + number % ${tenants - 1})`), inLarge, messages);
  await server.ask(url, 'ANALYZE');
  const generatedS = ((performance.now() - startedMs) / 1000).toFixed(0);
  const written: MessageId[] = [];
  for (let done = 0; done < writtenCount; done += 1) {
    const row = sampleRow(Date.now(), [['response', 'r'.repeat(1500)]]);
    const also = { events: [], idempotency: null, journal: [], cost: null, label: null };
    await store.records.finishMessage(largeTenant, row, also);
    written.push(row.messageId);
  }
  const { records } = store;
  const idAt = () =>
    `msg_01${Math.floor(Math.random() * inLarge)
      .toString(16)
      .padStart(24, '0')}` as MessageId;
  const list = (filter: Parameters<typeof records.listMessages>[1], before: () => MessageId | null) => () =>
    records.listMessages(largeTenant, filter, { before: before(), limit: 50 });
  const lines = [`${messages} messages of ${tenants} tenants, generated in ${generatedS} s`];
  const timed: readonly Timed[] = [
    { name: 'newest 50', call: list({}, () => null) },
    { name: '50 from any place', call: list({}, idAt) },
    { name: '50 of a band, from any place', call: list({ band: 'low' }, idAt) },
    { name: '50 failed, from any place', call: list({ status: 'failed' }, idAt) },
    { name: '50 tripped, from any place', call: list({ tripwireTriggered: true }, idAt) },
    {
      name: 'one by its id',
      call: () =>
        records.getMessage(largeTenant, written[Math.floor(Math.random() * written.length)] ?? idAt()),
    },
    { name: 'one of any', call: () => records.getMessage(largeTenant, idAt()) },
  ];
  for (const one of timed) lines.push(await timeCalls(one));
  await store.close();
  return lines;
}
