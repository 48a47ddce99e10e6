import type { GoldenId, GoldenQuestion, PublishGate, StoredEvaluation } from '@avow/evaluation';
import type { PackId, TenantId } from '@avow/foundation';
import type { Author } from '@avow/ledger';
import type { Operation, Statements } from '@avow/storage';
import { assertPage, intoTable } from '@avow/storage';
import type { KeyRing, LastingSecrets, RecordSecrets } from '@avow/storage/sealing';
import { contentOf, sealBytes } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { emptyReport, goldenIdsIn } from '../../retention/store/report-erasure.ts';
import { type EvaluationColumns, encodeEvaluation, evaluationColumns } from './evaluation-columns.ts';
import {
  committedGates,
  committedGolden,
  encodeGolden,
  type GoldenColumns,
  goldenColumns,
  type OpenGolden,
  sealGolden,
} from './golden-columns.ts';

interface GoldenOfPack extends GoldenColumns {
  readonly tenant_id: string;
  readonly pack_id: string;
}

interface Change {
  readonly atMs: number;
  readonly author: Author;
}

type PackKey = readonly [tenantId: string, packId: string];

const ofPackSql = 'tenant_id = ? AND pack_id = ?';

function prepareStatements({ read, change, write }: Statements) {
  return {
    findPack: read(`SELECT 1 FROM packs WHERE ${ofPackSql}`),
    count: read<{ readonly there: number }>(
      `SELECT count(*) AS there FROM golden_questions WHERE ${ofPackSql}`,
    ),
    find: read(`SELECT 1 FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    remove: change(`DELETE FROM golden_questions WHERE ${ofPackSql} AND golden_id = ?`),
    insert: write<GoldenOfPack>(
      `INSERT ${intoTable('golden_questions', ['tenant_id', 'pack_id', ...goldenColumns])}`,
    ),
    // Reports of evaluations may contain its text after the question itself is gone.
    noteOrigin: change(
      `INSERT INTO golden_origins (tenant_id, message_id, pack_id, golden_id) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    ),
    findOrigin: read(`SELECT 1 FROM golden_origins WHERE ${ofPackSql} AND golden_id = ?`),
    putGate: change(
      `INSERT INTO publish_gates (tenant_id, pack_id, tolerance_share) VALUES (?, ?, ?)
       ON CONFLICT (tenant_id, pack_id) DO UPDATE SET tolerance_share = excluded.tolerance_share`,
    ),
    removeGate: change(`DELETE FROM publish_gates WHERE ${ofPackSql}`),
    insertEvaluation: write<EvaluationColumns>(`INSERT ${intoTable('evaluations', evaluationColumns)}`),
    removeEvaluations: read<{ readonly secret_no: number }>(
      `DELETE FROM evaluations WHERE ${ofPackSql} AND evaluation_id IN (SELECT evaluation_id FROM evaluations
       WHERE ${ofPackSql} ORDER BY evaluation_id DESC LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET ?)
       RETURNING secret_no`,
    ),
  };
}

/** The writer's operations on golden sets and evaluations. All checks come before the first write. */
export function createGoldenWrites(
  all: Statements,
  {
    keys,
    log,
    recordSecrets,
    lasting,
    onTextRemoved,
  }: {
    readonly keys: KeyRing;
    readonly log: LogAppends;
    readonly recordSecrets: RecordSecrets;
    readonly lasting: LastingSecrets;
    readonly onTextRemoved: () => void;
  },
) {
  const statements = prepareStatements(all);
  function* hasPack(key: PackKey): Operation<boolean> {
    return (yield* statements.findPack.first(...key)) !== null;
  }

  function* removeEach(key: PackKey, goldenIds: readonly string[]): Operation<readonly string[]> {
    const removed: string[] = [];
    for (const goldenId of goldenIds)
      if ((yield* statements.remove.run(...key, goldenId)) > 0) removed.push(goldenId);
    if (removed.length > 0) onTextRemoved();
    return removed;
  }

  const noteRemoved = ([tenantId, packId]: PackKey, goldenId: string, { atMs, author }: Change) =>
    log.appendEvent(tenantId, {
      ...{ kind: 'golden', subject: goldenId, state: 'removed', atMs, ...author },
      details: [['pack', packId]],
    });

  /** Its texts are sealed under the key of the message that it came from. */
  function* insertQuestion(
    [tenantId, packId]: PackKey,
    golden: OpenGolden,
    { atMs, author }: Change,
  ): Operation<void> {
    const { golden_id: goldenId, message_id: messageId } = golden;
    const secret = messageId === null ? null : yield* recordSecrets.findSecret(tenantId, messageId);
    const row = { tenant_id: tenantId, pack_id: packId, ...sealGolden(golden, secret) };
    yield* statements.insert.put(row);
    yield* log.appendEvent(tenantId, {
      ...{ kind: 'golden', subject: goldenId, state: golden.state, atMs, ...author },
      details: [['pack', packId], ...(messageId === null ? [] : [['message', messageId] as const])],
      commitments: [contentOf(yield* keys.getOrMake(tenantId), committedGolden, row)],
    });
    if (messageId !== null) yield* statements.noteOrigin.put(tenantId, messageId, packId, goldenId);
  }

  /**
   * A run takes minutes, and what was erased meanwhile must not return with its report: a question that is no longer in a
   * set and came from no known message is treated as erased.
   */
  function* withoutGone(key: PackKey, report: string): Operation<string> {
    const gone = new Set<string>();
    for (const goldenId of goldenIdsIn(report)) {
      if ((yield* statements.find.first(...key, goldenId)) !== null) continue;
      if ((yield* statements.findOrigin.first(...key, goldenId)) === null) gone.add(goldenId);
    }
    return emptyReport(report, gone) ?? report;
  }

  return {
    *putQuestions(
      tenantId: TenantId,
      packId: PackId,
      questions: readonly GoldenQuestion[],
      { questionsMax, ...change }: Change & { readonly questionsMax: number },
    ): Operation<'kept' | 'too_many' | 'unknown'> {
      const key = [tenantId, packId] as const;
      if (!(yield* hasPack(key))) return 'unknown';
      for (const { messageId } of questions) {
        if (messageId === null) continue;
        if ((yield* recordSecrets.findSecret(tenantId, messageId)) === null) return 'unknown';
      }
      // If an id occurs twice, the last wins.
      const byId = new Map(questions.map((question) => [question.goldenId, question]));
      const there: string[] = [];
      for (const goldenId of byId.keys()) {
        if ((yield* statements.find.first(...key, goldenId)) !== null) there.push(goldenId);
      }
      const count = (yield* statements.count.first(...key))?.there ?? 0;
      if (count - there.length + byId.size > questionsMax) return 'too_many';
      yield* removeEach(key, there);
      for (const question of byId.values()) yield* insertQuestion(key, encodeGolden(question), change);
      return 'kept';
    },
    *removeQuestions(
      tenantId: TenantId,
      packId: PackId,
      goldenIds: readonly GoldenId[],
      change: Change,
    ): Operation<number> {
      const key = [tenantId, packId] as const;
      const removed = yield* removeEach(key, goldenIds);
      for (const goldenId of removed) yield* noteRemoved(key, goldenId, change);
      return removed.length;
    },
    *setGate(
      tenantId: TenantId,
      packId: PackId,
      gate: PublishGate | null,
      { atMs, author }: Change,
    ): Operation<boolean> {
      const key = [tenantId, packId] as const;
      if (!(yield* hasPack(key))) return false;
      if (gate === null) yield* statements.removeGate.put(...key);
      else yield* statements.putGate.put(...key, gate.toleranceShare);
      const event = { kind: 'golden', subject: packId, atMs, ...author } as const;
      if (gate === null) yield* log.appendEvent(tenantId, { ...event, state: 'gate_removed', details: [] });
      else {
        const row = { tenant_id: tenantId, pack_id: packId, tolerance_share: gate.toleranceShare };
        yield* log.appendEvent(tenantId, {
          ...{ ...event, state: 'gate_set', details: [['tolerance', String(gate.toleranceShare)]] },
          commitments: [contentOf(yield* keys.getOrMake(tenantId), committedGates, row)],
        });
      }
      return true;
    },
    *putEvaluation(tenantId: TenantId, evaluation: StoredEvaluation, keep: number): Operation<boolean> {
      assertPage(keep);
      const key = [tenantId, evaluation.packId] as const;
      if (!(yield* hasPack(key))) return false;
      const { secret, secretNo } = yield* lasting.make(tenantId);
      const sealed = sealBytes(secret, 'content', yield* withoutGone(key, evaluation.report));
      yield* statements.insertEvaluation.put({
        ...encodeEvaluation(evaluation),
        tenant_id: tenantId,
        secret_no: secretNo,
        sealed_report: sealed,
      });
      const removed = yield* statements.removeEvaluations.all(...key, ...key, keep);
      for (const old of removed) yield* lasting.wipe(old.secret_no);
      if (removed.length > 0) onTextRemoved();
      return true;
    },
  };
}
