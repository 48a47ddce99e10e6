import type { StoredGuarantee } from '@avow/answering/guarantee';
import type { TenantId } from '@avow/foundation';
import {
  assertPage,
  intoTable,
  type Operation,
  type OperationsFor,
  type Row,
  type Statements,
} from '@avow/storage';
import { contentOf, type KeyRing } from '@avow/storage/sealing';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { FeedbackStore } from '../feedback-store.ts';
import type { AnswerDraw, DrawnAnswer } from '../guarantee/guarantee-store.ts';
import { committedGuarantees } from './committed-tables.ts';
import { answerDraws, drawnAnswers, guarantees } from './guarantee-tables.ts';

const guaranteeRows = guarantees.without('tenant_id');
type GuaranteeColumns = Row<typeof guaranteeRows>;
const newGuarantees = guaranteeRows.without('revision');

const drawRows = answerDraws.without('tenant_id', 'is_checked');
type DrawColumns = Row<typeof drawRows>;

type DrawnOfTenant = Row<typeof drawnAnswers>;
const shownColumns = ['message_id', 'score', 'band', 'position', 'asked_at_ms', 'is_right'] as const;
type DrawnColumns = Pick<DrawnOfTenant, (typeof shownColumns)[number]>;

function decodeDrawn(row: DrawnColumns): DrawnAnswer {
  return {
    ...{ messageId: row.message_id, score: row.score, band: row.band },
    ...{ position: row.position, askedAtMs: row.asked_at_ms },
    isRight: row.is_right === null ? null : row.is_right === 1,
  };
}

const currentDrawSql = `SELECT ${drawRows.columns.join(', ')} FROM answer_draws WHERE tenant_id = ?
  ORDER BY draw_id DESC LIMIT 1`;

/** The reader's operations on draws and guarantees. */
export function createGuaranteeReads({ read }: Statements) {
  const list = read<GuaranteeColumns, StoredGuarantee>(
    `SELECT ${guaranteeRows.columns.join(', ')} FROM guarantees WHERE tenant_id = ? ORDER BY revision DESC LIMIT ?`,
    guaranteeRows.decode,
  );
  const draw = read<DrawColumns, AnswerDraw>(currentDrawSql, drawRows.decode);
  const countDraws = read<{ readonly draws: number }>(
    'SELECT count(*) AS draws FROM answer_draws WHERE tenant_id = ? AND created_at_ms > ? AND is_checked = 1',
  );
  const listed = (condition: string) =>
    read<DrawnColumns, DrawnAnswer>(
      `SELECT ${shownColumns.join(', ')} FROM drawn_answers WHERE tenant_id = ? AND ${condition} LIMIT ?`,
      decodeDrawn,
    );
  const drawn = listed('draw_id = ? ORDER BY position');
  const checked = listed(
    'asked_at_ms >= ? AND is_right IS NOT NULL ORDER BY asked_at_ms DESC, message_id DESC, draw_id DESC',
  );
  return {
    currentGuarantee: (tenantId) => list.first(tenantId, 1),
    listGuarantees(tenantId, limit) {
      assertPage(limit);
      return list.all(tenantId, limit);
    },
    currentDraw: (tenantId) => draw.first(tenantId),
    *countDraws(tenantId, afterMs) {
      return (yield* countDraws.first(tenantId, afterMs))?.draws ?? 0;
    },
    listDrawn(tenantId, drawId, limit) {
      assertPage(limit);
      return drawn.all(tenantId, drawId, limit);
    },
    listChecked(tenantId, askedFromMs, limit) {
      assertPage(limit);
      return checked.all(tenantId, askedFromMs, limit);
    },
  } satisfies OperationsFor<FeedbackStore>;
}

/** The writer's operations. Draws and guarantees are on the log in the same commit. */
export function createGuaranteeWrites(
  { read, write, change }: Statements,
  { keys, log }: { readonly keys: KeyRing; readonly log: LogAppends },
) {
  const last = read<{ readonly revision: number }>(
    'SELECT coalesce(max(revision), 0) AS revision FROM guarantees WHERE tenant_id = ?',
  );
  const insert = write<GuaranteeColumns & { readonly tenant_id: string }>(
    `INSERT ${intoTable('guarantees', ['tenant_id', ...guaranteeRows.columns])}`,
  );
  const insertDraw = write<Row<typeof answerDraws>>(
    `INSERT ${intoTable('answer_draws', answerDraws.columns)}`,
  );
  const insertDrawn = write<DrawnOfTenant>(`INSERT ${intoTable('drawn_answers', drawnAnswers.columns)}`);
  const currentDraw = read<Pick<DrawColumns, 'draw_id'>>(currentDrawSql);
  const check = change(
    `UPDATE drawn_answers SET is_right = ?, checked_at_ms = ?, checked_by = ?
     WHERE tenant_id = ? AND draw_id = ? AND message_id = ?`,
  );
  const noteChecked = change('UPDATE answer_draws SET is_checked = 1 WHERE tenant_id = ? AND draw_id = ?');
  const kind = 'calibration';
  const writes = {
    *putDraw(tenantId, draw, drawn) {
      yield* insertDraw.put({ ...drawRows.encode(draw), tenant_id: tenantId, is_checked: 0 });
      for (const one of drawn)
        yield* insertDrawn.put({
          ...{ tenant_id: tenantId, draw_id: draw.drawId, message_id: one.messageId },
          ...{ score: one.score, band: one.band, position: one.position, asked_at_ms: one.askedAtMs },
          ...{ is_right: null, checked_at_ms: null, checked_by: null },
        });
      yield* log.appendEvent(tenantId, {
        ...{ kind, subject: draw.drawId, state: 'drawn', atMs: draw.createdAtMs, actor: draw.createdBy },
        details: [
          ['wrong_max', String(draw.content.wrongMax)],
          ['answers', String(draw.content.count)],
        ],
      });
    },
    *putCheck(tenantId, { drawId, messageId, isRight, by, atMs }) {
      if ((yield* currentDraw.first(tenantId))?.draw_id !== drawId) return false;
      if ((yield* check.run(isRight ? 1 : 0, atMs, by, tenantId, drawId, messageId)) !== 1) return false;
      yield* noteChecked.put(tenantId, drawId);
      return true;
    },
  } satisfies OperationsFor<FeedbackStore>;
  return {
    ...writes,
    *putGuarantee(
      tenantId: TenantId,
      given: Parameters<FeedbackStore['putGuarantee']>[1],
      reason: string,
    ): Operation<number> {
      const revision = ((yield* last.first(tenantId))?.revision ?? 0) + 1;
      const row = { ...newGuarantees.encode(given), tenant_id: tenantId, revision };
      yield* insert.put(row);
      const { content, cause, state, drawId, createdAtMs: atMs, createdBy } = given;
      yield* log.appendEvent(tenantId, {
        ...{ kind, subject: `guarantee-${revision}`, state, atMs, actor: createdBy ?? '', reason },
        details: [
          ['wrong_max', String(content.wrongMax)],
          ['line', String(content.line)],
          ['answers', String(content.answers)],
          ['wrong', String(content.wrong)],
          ['draw', drawId],
          ...(cause === null ? [] : [['cause', cause] as const]),
        ],
        commitments: [contentOf(yield* keys.getOrMake(tenantId), committedGuarantees, row)],
      });
      return revision;
    },
  };
}
