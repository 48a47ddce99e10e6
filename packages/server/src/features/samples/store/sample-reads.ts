import { type SampleFinding, sampleFindings } from '@avow/contract/values';
import type { MessageId, TenantId } from '@avow/foundation';
import {
  assertPage,
  type Operation,
  type OperationsFor,
  type Read,
  type Row,
  type Statements,
} from '@avow/storage';
import type { KeyRing } from '@avow/storage/sealing';
import { createReasonReads } from '../../log/store/reason-operations.ts';
import { decodeFindings } from '../../records/store/finding-columns.ts';
import { listConditions } from '../../records/store/list-conditions.ts';
import type { DrawableRecord, Judgement, Sample, SampleStore, SampleSummary } from '../sample-store.ts';
import { type sampleItems, type sampleJudgements, samples } from './sample-tables.ts';

type SampleColumns = Row<typeof samples>;
type ItemColumns = Pick<Row<typeof sampleItems>, 'message_id' | 'reason'>;
type JudgedColumns = Omit<Row<typeof sampleJudgements>, 'tenant_id' | 'sample_id'>;

interface DrawableColumns {
  readonly message_id: MessageId;
  readonly leaf_hash: string;
  readonly confidence_score: number;
  readonly findings: string | null;
  readonly contradicted: number;
}

const drawableSql = (conditions: string) => `SELECT message_id, leaf_hash, confidence_score, findings,
    EXISTS (SELECT 1 FROM feedback WHERE feedback.tenant_id = messages.tenant_id
      AND feedback.message_id = messages.message_id AND feedback.verdict = 'wrong') AS contradicted
  FROM messages WHERE ${conditions} AND messages.content_no IS NOT NULL AND leaf_index IS NOT NULL
  ORDER BY message_id DESC LIMIT ?`;

function decodeDrawable(row: DrawableColumns): DrawableRecord {
  const enforced = decodeFindings(row.findings).filter(({ isShadow }) => !isShadow);
  return {
    ...{ messageId: row.message_id, leafHash: row.leaf_hash, confidenceScore: row.confidence_score },
    guardrailIds: [...new Set(enforced.map(({ guardrailId }) => guardrailId))],
    isContradicted: Boolean(row.contradicted),
  };
}

/** The last judgement of each record. */
const judgedSql = (columns: string) => `SELECT ${columns} FROM sample_judgements AS judged
  WHERE judged.tenant_id = ? AND judged.sample_id = ? AND NOT EXISTS (
    SELECT 1 FROM sample_judgements AS later WHERE later.tenant_id = judged.tenant_id
      AND later.sample_id = judged.sample_id AND later.message_id = judged.message_id
      AND later.leaf_index > judged.leaf_index)`;

function countFindings(rows: readonly { readonly finding: SampleFinding }[]): SampleSummary['findings'] {
  const count = (wanted: SampleFinding) => rows.filter(({ finding }) => finding === wanted).length;
  return Object.fromEntries(sampleFindings.map((finding) => [finding, count(finding)])) as Record<
    SampleFinding,
    number
  >;
}

function decodeSample(row: SampleColumns) {
  const { tenantId: _, signedOffAtMs: atMs, signedOffBy: by, signedOffLeaf, ...sample } = samples.decode(row);
  const signedOff =
    atMs === null || by === null || signedOffLeaf === null ? null : { atMs, by, leafIndex: signedOffLeaf };
  return { ...sample, signedOff };
}

/** The reader's operations on samples. */
export function createSampleReads(statements: Statements, keys: KeyRing) {
  const { read, dialect } = statements;
  const { readReasons } = createReasonReads(statements, keys);
  const columns = samples.columns.join(', ');
  const get = read<SampleColumns>(`SELECT ${columns} FROM samples WHERE tenant_id = ? AND sample_id = ?`);
  const list = read<SampleColumns>(
    `SELECT ${columns} FROM samples WHERE tenant_id = ? AND sample_id < ? ORDER BY sample_id DESC LIMIT ?`,
  );
  const items = read<ItemColumns>(
    'SELECT message_id, reason FROM sample_items WHERE tenant_id = ? AND sample_id = ? ORDER BY position',
  );
  const count = read<{ readonly items: number }>(
    'SELECT count(*) AS items FROM sample_items WHERE tenant_id = ? AND sample_id = ?',
  );
  const judged = read<JudgedColumns>(judgedSql('message_id, leaf_index, finding, judged_at_ms, judged_by'));
  /** There are few kinds of filter, so every kind is prepared once. */
  const lists = new Map<string, Read<DrawableRecord>>();

  function* summarize(tenantId: TenantId, row: SampleColumns): Operation<SampleSummary> {
    const found = yield* judged.all(tenantId, row.sample_id);
    const drawn = (yield* count.first(tenantId, row.sample_id))?.items ?? 0;
    return { ...decodeSample(row), drawn, findings: countFindings(found) };
  }

  return {
    *listDrawable(tenantId, filter, { before, limit }) {
      assertPage(limit);
      const { sql, parameters } = listConditions(dialect, { tenantId, filter, before, person: null });
      const known = lists.get(sql) ?? read<DrawableColumns, DrawableRecord>(drawableSql(sql), decodeDrawable);
      lists.set(sql, known);
      return yield* known.all(...parameters, limit);
    },
    *getSample(tenantId, sampleId): Operation<Sample | null> {
      const row = yield* get.first(tenantId, sampleId);
      if (row === null) return null;
      const found = yield* judged.all(tenantId, sampleId);
      const summary = yield* summarize(tenantId, row);
      const leaves = found.map((one) => one.leaf_index);
      const said = yield* readReasons(tenantId, [
        ...leaves,
        ...(row.signed_off_leaf === null ? [] : [row.signed_off_leaf]),
      ]);
      const words = new Map(said);
      const judgements = new Map(
        found.map((one): [MessageId, Judgement] => [
          one.message_id,
          {
            ...{ finding: one.finding, note: words.get(one.leaf_index) ?? null, leafIndex: one.leaf_index },
            ...{ judgedAtMs: one.judged_at_ms, judgedBy: one.judged_by },
          },
        ]),
      );
      return {
        ...summary,
        statement: row.signed_off_leaf === null ? null : (words.get(row.signed_off_leaf) ?? null),
        items: (yield* items.all(tenantId, sampleId)).map(({ message_id: messageId, reason }) => ({
          ...{ messageId, reason, judgement: judgements.get(messageId) ?? null },
        })),
      };
    },
    *listSamples(tenantId, { before, limit }) {
      assertPage(limit);
      const rows = yield* list.all(tenantId, before ?? 'smp_~', limit);
      const shown: SampleSummary[] = [];
      for (const row of rows) shown.push(yield* summarize(tenantId, row));
      return shown;
    },
  } satisfies OperationsFor<SampleStore>;
}
