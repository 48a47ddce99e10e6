import type { DatabaseSync } from 'node:sqlite';
import type { EvaluationReport, EvaluationResult } from '@avow/contract';
import { openText, sealBytes } from '../sealing/seal-bytes.ts';
import type { LastingSecrets } from './lasting-secrets.ts';
import { prepareReads } from './prepare-reads.ts';

type StoredReport = readonly [evaluationId: string, secretNo: number, report: Uint8Array];

const erasedText = '[erased]';

/** What it came to stays, and nothing that was asked, expected or said. */
function withoutTexts(result: EvaluationResult): EvaluationResult {
  return {
    ...result,
    question: erasedText,
    expects:
      result.expects.kind === 'answer' ? { ...result.expects, sources: [], facts: [] } : result.expects,
    ...{ groups: [], note: '', answer: '', stopped_by: null, missing: [], citations: [] },
  };
}

/** As reports are written; within their texts quotes are escaped. */
const goldenIdPattern = /"golden_id":"([^"]*)"/g;

/** Of the questions in a report. */
export function goldenIdsIn(report: string): string[] {
  return Array.from(report.matchAll(goldenIdPattern), ([, goldenId = '']) => goldenId);
}

/** The report without what it holds of these questions; null: it holds nothing of them. */
export function emptyReport(text: string, goldenIds: ReadonlySet<string>): string | null {
  // Most reports do not hold the id, and need not be read for it.
  if (![...goldenIds].some((goldenId) => text.includes(goldenId))) return null;
  const report: EvaluationReport = JSON.parse(text);
  const results = report.results.map((result) =>
    goldenIds.has(result.golden_id) ? withoutTexts(result) : result,
  );
  return JSON.stringify({ ...report, results });
}

/** Takes out of the reports of evaluations what was made of a message. */
export function prepareReportErasure(database: DatabaseSync, lasting: LastingSecrets) {
  const prepare = prepareReads(database);
  const listOrigins = prepare<readonly [packId: string, goldenId: string]>(
    'SELECT pack_id, golden_id FROM golden_origins WHERE tenant_id = ? AND message_id = ?',
  );
  const listReports = prepare<StoredReport>(
    'SELECT evaluation_id, secret_no, sealed_report FROM evaluations WHERE tenant_id = ? AND pack_id = ?',
  );
  const replace = database.prepare(
    'UPDATE evaluations SET secret_no = ?, sealed_report = ? WHERE tenant_id = ? AND evaluation_id = ?',
  );
  const forget = database.prepare('DELETE FROM golden_origins WHERE tenant_id = ? AND message_id = ?');

  return (tenantId: string, messageId: string): void => {
    const byPack = Map.groupBy(listOrigins.all(tenantId, messageId), ([packId]) => packId);
    for (const [packId, origins] of byPack) {
      const goldenIds = new Set(origins.map(([, goldenId]) => goldenId));
      for (const [evaluationId, secretNo, sealed] of listReports.all(tenantId, packId)) {
        const report = openText(lasting.open(tenantId, secretNo), 'content', sealed);
        const emptied = emptyReport(report, goldenIds);
        if (emptied === null) continue;
        // Another secret: what the old one opens is to be gone, wherever a copy of it may be.
        const { secret, secretNo: newNo } = lasting.make(tenantId);
        replace.run(newNo, sealBytes(secret, 'content', emptied), tenantId, evaluationId);
        lasting.wipe(secretNo);
      }
    }
    if (byPack.size > 0) forget.run(tenantId, messageId);
  };
}
