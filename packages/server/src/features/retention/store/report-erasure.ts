import type { EvaluationReport, EvaluationResult } from '@avow/contract/evaluation';
import type { Operation, Statements } from '@avow/storage';
import type { LastingSecrets } from '@avow/storage/sealing';
import { openText, sealBytes } from '@avow/storage/sealing';
import type { EvaluationColumns } from '../../evaluation/store/evaluation-columns.ts';

type StoredReport = Pick<EvaluationColumns, 'evaluation_id' | 'secret_no' | 'sealed_report'>;

const erasedText = '[erased]';

/** The result stays, without any question, expectation or answer. */
function withoutTexts(result: EvaluationResult): EvaluationResult {
  return {
    ...result,
    question: erasedText,
    expects:
      result.expects.kind === 'answer' ? { ...result.expects, sources: [], facts: [] } : result.expects,
    ...{ groups: [], note: '', answer: '', stopped_by: null, missing: [], citations: [] },
  };
}

/** As it appears in the JSON of a report; quotes within texts are escaped. */
const goldenIdPattern = /"golden_id":"([^"]*)"/g;

/** Of the questions in a report. */
export function goldenIdsIn(report: string): string[] {
  return Array.from(report.matchAll(goldenIdPattern), ([, goldenId = '']) => goldenId);
}

/** The report without the texts of these questions; null: it contains none. */
export function emptyReport(text: string, goldenIds: ReadonlySet<string>): string | null {
  // Most reports do not contain the id and need not be parsed.
  if (![...goldenIds].some((goldenId) => text.includes(goldenId))) return null;
  const report: EvaluationReport = JSON.parse(text);
  const results = report.results.map((result) =>
    goldenIds.has(result.golden_id) ? withoutTexts(result) : result,
  );
  return JSON.stringify({ ...report, results });
}

/** Erases what was made from a message from the reports of evaluations. */
export function prepareReportErasure({ read, change }: Statements, lasting: LastingSecrets) {
  const listOrigins = read<{ readonly pack_id: string; readonly golden_id: string }>(
    'SELECT pack_id, golden_id FROM golden_origins WHERE tenant_id = ? AND message_id = ?',
  );
  const listReports = read<StoredReport>(
    'SELECT evaluation_id, secret_no, sealed_report FROM evaluations WHERE tenant_id = ? AND pack_id = ?',
  );
  const replace = change(
    'UPDATE evaluations SET secret_no = ?, sealed_report = ? WHERE tenant_id = ? AND evaluation_id = ?',
  );
  const removeOrigins = change('DELETE FROM golden_origins WHERE tenant_id = ? AND message_id = ?');

  return function* emptyReports(tenantId: string, messageId: string): Operation<void> {
    const found = yield* listOrigins.all(tenantId, messageId);
    const byPack = Map.groupBy(found, (origin) => origin.pack_id);
    for (const [packId, origins] of byPack) {
      const goldenIds = new Set(origins.map((origin) => origin.golden_id));
      for (const stored of yield* listReports.all(tenantId, packId)) {
        const { evaluation_id: evaluationId, secret_no: secretNo, sealed_report: sealed } = stored;
        const report = openText(yield* lasting.open(tenantId, secretNo), 'content', sealed);
        const emptied = emptyReport(report, goldenIds);
        if (emptied === null) continue;
        // A new secret, so that copies under the old one are unrecoverable wherever they are.
        const { secret, secretNo: newNo } = yield* lasting.make(tenantId);
        yield* replace.put(newNo, sealBytes(secret, 'content', emptied), tenantId, evaluationId);
        yield* lasting.wipe(secretNo);
      }
    }
    if (byPack.size > 0) yield* removeOrigins.put(tenantId, messageId);
  };
}
