/** Samples of runs, and what research marks and draws with. */

// Samples.

export { evaluationReport, evaluationResult, goldenQuestion } from './golden/test-support/golden-samples.ts';
export { hostileReports, hostileText } from './report/test-support/hostile-reports.ts';

// Steps by themselves.

export { compareEvaluations } from './run/compare-evaluations.ts';
