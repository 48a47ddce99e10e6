import { describe, expect, it } from 'vitest';
import { contentResponseExamples } from './content-examples.ts';
import { jobSchema } from './job.ts';
import { contentPackSchema, packReportSchema } from './pack.ts';

const example = (operationId: string) =>
  contentResponseExamples[operationId]?.[200] as Record<string, unknown>;

describe('content responses', () => {
  it('a served version was published, and progress does not exceed its total', () => {
    const pack = example('getContentPack');
    for (const change of [
      { published_version: 4 },
      { latest_version: null },
      { latest_version: 0, published_version: null },
      { embeddings: { done: 2, total: 1 } },
      { embeddings: undefined },
      { updated_at: '2026-01-01T00:00:00Z' },
      { id: 'doc_01jd7c5v8rg2h4j6k8m0n2p4q6' },
      { secret: 1 },
    ]) {
      expect(contentPackSchema.safeParse({ ...pack, ...change }).success, JSON.stringify(change)).toBe(false);
    }
    expect(contentPackSchema.safeParse({ ...pack, published_version: 1 }).success).toBe(true);
  });

  it('a job has an end time exactly if it has ended, and a reason only if it failed', () => {
    const ended = example('getContentJob');
    for (const [change, isValid] of [
      [{}, true],
      [{ status: 'failed', failure: 'Nothing could be read.' }, true],
      [{ failure: 'Nothing could be read.' }, false],
      [{ status: 'running' }, false],
      [{ status: 'running', ended_at: null }, true],
      [{ ended_at: null }, false],
      [{ done: -1 }, false],
      [{ errors: new Array(1_001).fill({ file: 'a', reason: 'b' }) }, false],
    ] as const) {
      expect(jobSchema.safeParse({ ...ended, ...change }).success, JSON.stringify(change).slice(0, 80)).toBe(
        isValid,
      );
    }
  });

  it('a report names two or more texts', () => {
    const report = packReportSchema.parse(example('getContentPackReport'));
    const [contradiction] = report.contradictions;
    const alone = { ...contradiction, questions: contradiction?.questions.slice(0, 1) };
    expect(packReportSchema.safeParse({ ...report, contradictions: [alone] }).success).toBe(false);
  });
});
