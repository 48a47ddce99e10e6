import { randomBytes } from 'node:crypto';
import { newId, type TenantId } from '@avow/foundation';
import {
  openPostgresStore,
  packEnvelope,
  sampleMasterKey,
  sealBytes,
  type TestServer,
  unwrapKey,
} from '@avow/server/testing/inner';
import { sampleRow } from '../sample-row.ts';

export const tenants = 10_000;
/** Of one tenant; the others have the rest in equal parts. */
const largeShare = 0.5;
/** Of the messages of the large tenant: the oldest, whose content has expired. */
const expiredShare = 0.2;
const batch = 250_000;
const messagesPerThread = 4;

/** Ids sort by their number, as true ones do by their time. */
const idOf = (kind: string, number: string) => `'${kind}_01' || lpad(to_hex(${number}), 24, '0')`;
export const idAt = (kind: 'msg' | 'ten', number: number) =>
  `${kind}_01${number.toString(16).padStart(24, '0')}` as const;
export const largeTenant: TenantId = idAt('ten', 0) as TenantId;

const hex = (bytes: Uint8Array) => `'\\x${Buffer.from(bytes).toString('hex')}'::bytea`;

/** A block of the key, with which an HMAC begins. */
function keyBlock(key: Uint8Array, pad: number): Buffer {
  const block = Buffer.alloc(64, pad);
  for (const [index, byte] of key.entries()) block[index] = byte ^ pad;
  return block;
}

/** A secret of zeros, wrapped as the store does it: the pad of the message itself. */
const wrappedSql = (key: Uint8Array) => `sha256(${hex(keyBlock(key, 0x5c))} ||
  sha256(${hex(keyBlock(key, 0x36))} || convert_to('avow.wrap.v1 ' || message_id, 'UTF8')))`;

interface Range {
  readonly from: number;
  readonly until: number;
  readonly expiredTo: number;
  /** From a message of a tenant to its next one. */
  readonly step: number;
}

function rowsSql(key: Uint8Array, tenant: string, range: Range) {
  const content = packEnvelope([['response', randomBytes(150).toString('base64')]]);
  const sealed = sealBytes(new Uint8Array(32), 'content', content);
  const isExpired = `number < ${range.expiredTo}`;
  return `
  CREATE TEMP TABLE made ON COMMIT DROP AS SELECT number, ${tenant} AS tenant_id, ${idOf('msg', 'number')} AS message_id,
    ${idOf('thr', `(number / ${messagesPerThread * range.step})`)} AS thread_id
    FROM generate_series(${range.from}::bigint, ${range.until - 1}::bigint) AS number;
  INSERT INTO threads (tenant_id, thread_id) SELECT DISTINCT tenant_id, thread_id FROM made ON CONFLICT DO NOTHING;
  INSERT INTO record_secrets (tenant_id, secret_no, secret)
    SELECT tenant_id, number + 1, ${wrappedSql(key)} FROM made WHERE NOT ${isExpired};
  INSERT INTO record_contents (tenant_id, content_no, content)
    SELECT tenant_id, number + 1, ${hex(sealed)} FROM made WHERE NOT ${isExpired};
  INSERT INTO messages (tenant_id, message_id, thread_id, status, band, confidence_score, tripwire_triggered, source_type,
    channel_type, content_state, created_at_ms, policy_version, pack_versions, leaf_index, leaf_hash, time_ms, model_tier,
    routing_source, degraded, secret_no, content_no)
  SELECT tenant_id, message_id, thread_id, CASE WHEN number % 50 = 0 THEN 'failed' ELSE 'delivered' END,
    CASE number % 3 WHEN 0 THEN 'high' WHEN 1 THEN 'medium' ELSE 'low' END, 0.5, CASE WHEN number % 100 = 0 THEN 1 ELSE 0 END,
    'qna', 'api', CASE WHEN ${isExpired} THEN 'expired' ELSE 'present' END, 1700000000000 + number, 'bench', '[]',
    1000000000 + number, repeat('f', 64), 3.2, 0, 'qna_match', 0,
    CASE WHEN ${isExpired} THEN NULL ELSE number + 1 END, CASE WHEN ${isExpired} THEN NULL ELSE number + 1 END
  FROM made`;
}

export interface FilledMessages {
  readonly messages: number;
  /** Those of the large tenant come first, */
  readonly inLarge: number;
  /** and those before this number have expired. */
  readonly expiredTo: number;
  readonly generatedS: number;
}

/** Generates messages with content that opens, in sets, and returns how many are the large tenant's. */
export async function fillMessages(
  server: TestServer,
  url: string,
  messages: number,
): Promise<FilledMessages> {
  const startedMs = performance.now();
  const ask = (sql: string) => server.ask(url, sql);
  const store = await openPostgresStore({ url, masterKey: sampleMasterKey });
  await ask(
    `INSERT INTO tenants (tenant_id, name, status, created_at_ms)
     SELECT ${idOf('ten', 'number')}, 'tenant ' || number, 'active', 1 FROM generate_series(0, ${tenants - 1}) AS number`,
  );
  // Gives the tenant a key, which all others then have as well.
  const also = { events: [], idempotency: null, journal: [], cost: null, label: null };
  await store.records.finishMessage(
    largeTenant,
    sampleRow(Date.now(), [['response', newId('msg', 1)]]),
    also,
  );
  await store.close();
  const [row] = await ask('SELECT wrapped FROM tenant_keys');
  const key = unwrapKey(sampleMasterKey, row?.['wrapped'] as Uint8Array);
  if (key === null) throw new Error('the tenant has no key');
  await ask(
    `INSERT INTO tenant_keys SELECT tenants.tenant_id, wrapped FROM tenants, tenant_keys
     WHERE tenants.tenant_id <> '${largeTenant}'`,
  );
  const inLarge = Math.round(messages * largeShare);
  const expiredTo = Math.round(inLarge * expiredShare);
  const setFsync = async (to: 'on' | 'off') => {
    await ask(`ALTER SYSTEM SET fsync = ${to}`);
    await ask('SELECT pg_reload_conf()');
  };
  await setFsync('off');
  // Indexes are built afterwards, and what is checked for each row is known here.
  const indexes = await ask(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'messages' AND indexname <> 'messages_pkey'",
  );
  for (const { indexname } of indexes) await ask(`DROP INDEX ${indexname}`);
  const fill = async (tenant: string, { from, until, step }: Omit<Range, 'expiredTo'>) => {
    for (let start = from; start < until; start += batch) {
      const range = { from: start, until: Math.min(start + batch, until), expiredTo, step };
      await ask(`SET session_replication_role = replica; BEGIN; ${rowsSql(key, tenant, range)}; COMMIT`);
    }
  };
  await fill(`'${largeTenant}'`, { from: 0, until: inLarge, step: 1 });
  const others = { from: inLarge, until: messages, step: tenants - 1 };
  await fill(idOf('ten', `(1 + number % ${tenants - 1})`), others);
  for (const { indexdef } of indexes) await ask(`SET maintenance_work_mem = '512MB'; ${indexdef}`);
  await ask('VACUUM ANALYZE');
  await setFsync('on');
  await ask('CHECKPOINT');
  return { messages, inLarge, expiredTo, generatedS: (performance.now() - startedMs) / 1000 };
}
