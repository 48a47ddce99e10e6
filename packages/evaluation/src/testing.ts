export { compareEvaluationRuns } from './golden/compare-evaluation-runs.ts';
export { comparableText } from './golden/mark-answer.ts';
export { evaluationReport, evaluationResult, goldenQuestion } from './golden/test-support/golden-samples.ts';
export { hostileReports, hostileText } from './report/test-support/hostile-reports.ts';
