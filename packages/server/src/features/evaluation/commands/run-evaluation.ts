import { resolve } from 'node:path';
import type { EvaluationComparison, EvaluationReport } from '@avow/contract/evaluation';
import type { GuardrailPolicyGiven } from '@avow/contract/guardrails';
import { writeHtml, writeJunit } from '@avow/evaluation/report';
import { UserError } from '@avow/foundation';
import { writePercent } from '@avow/foundation/statistics';
import type { CommandContext } from '../../../cli/command-context.ts';
import { explainFaults } from '../../../cli/explain-faults.ts';
import { readJsonInput } from '../../../cli/read-input.ts';
import type { Evaluated, Evaluations } from '../evaluation.ts';
import { checkTargets, readReport, writeOutputFile } from './report-files.ts';
import type { CompareTarget, RunOptions } from './run-options.ts';
import { showProgress } from './show-progress.ts';
import { type OpenedForEvaluation, withEvaluations } from './with-evaluations.ts';
import { writeComparisonTable, writeReportTable } from './write-report-table.ts';

/** The evaluated subject, and the tier and policy. */
type Asked = Pick<Parameters<Evaluations['evaluate']>[1], 'subject' | 'tier' | 'policy'>;

/** Runs a golden set, compares it if requested, writes the reports, and fails if the result is not good enough. */
export async function runEvaluation(
  context: CommandContext,
  wanted: string,
  options: RunOptions,
): Promise<void> {
  const { terminal } = context;
  if (options.draft && options.version !== undefined)
    throw new UserError('Use either --draft or --version, not both.');
  // Without a comparison the tolerance would never make a build fail.
  if (options.tolerance !== undefined && options.compare === undefined)
    throw new UserError('--tolerance needs --compare: without it there is nothing to compare with.');
  const { resume, compare } = options;
  const jsonFile = options.jsonFile ?? resume;
  await checkTargets([jsonFile, options.junit, options.html]);
  const before = resume === undefined ? null : await readReport(resume);
  const earlier = compare?.kind === 'report' ? await readReport(compare.file) : null;
  const asked = await askedBy(options, before);
  const other = compare === undefined ? null : await comparedBy(compare, asked);
  await withEvaluations(context, wanted, options, async (opened) => {
    const report = await ask(context, opened, { ...asked, label: 'Evaluating', before, options });
    if (report.status === 'partial') await keepPartial(context, report, { wanted, options, jsonFile });
    else if (jsonFile !== undefined) await writeOutputFile(jsonFile, JSON.stringify(report));
    const base =
      report.status === 'partial' || compare === undefined
        ? null
        : (earlier ??
          (await ask(context, opened, { ...(other ?? asked), label: 'Comparing', before: null, options })));
    const comparison = base === null ? null : await opened.evaluations.compare(base, report);
    await writeReports(options, { report, base, comparison });
    const reasons = judgeRun(report, comparison, {
      minAccuracy: options.minAccuracy ?? null,
      tolerance: options.tolerance ?? 0,
    });
    if (options.json)
      terminal.out(JSON.stringify({ passed: reasons.length === 0, reasons, report, comparison }));
    else terminal.out(describe(report, comparison));
    if (reasons.length > 0) throw new UserError(reasons.join('\n'));
  });
}

/** From the options, or from the interrupted run. */
async function askedBy(options: RunOptions, before: EvaluationReport | null): Promise<Asked> {
  const { draft, version, tier, policy } = options;
  const given = draft ? 'draft' : version;
  if (before === null)
    return { subject: given ?? 'published', tier: tier ?? null, policy: await readPolicy(policy) };
  const { subject, conditions } = before;
  if (conditions.policy.origin === 'given' && policy === undefined)
    throw new UserError('That run used a policy from a file: name the file with --policy.');
  return {
    subject: given ?? (subject.kind === 'draft' ? 'draft' : subject.version),
    tier: tier ?? (conditions.model_tier as Asked['tier']),
    policy: await readPolicy(policy),
  };
}

/** The same request except for what is compared. Null: there is a report already. */
async function comparedBy(target: CompareTarget, asked: Asked): Promise<Asked | null> {
  switch (target.kind) {
    case 'draft':
    case 'published':
      return { ...asked, subject: target.kind };
    case 'version':
      return { ...asked, subject: target.version };
    case 'tier':
      return { ...asked, tier: target.tier };
    case 'policy':
      return { ...asked, policy: await readPolicy(target.file) };
    case 'report':
      return null;
  }
}

/** It is validated when it is used, as in the service. */
async function readPolicy(file: string | undefined): Promise<GuardrailPolicyGiven | null> {
  return file === undefined ? null : ((await readJsonInput(file)) as GuardrailPolicyGiven);
}

async function ask(
  context: CommandContext,
  { evaluations, tenant, pack }: OpenedForEvaluation,
  request: Asked & {
    readonly label: string;
    readonly before: EvaluationReport | null;
    readonly options: RunOptions;
  },
): Promise<EvaluationReport> {
  const { subject, tier, policy, label, before, options } = request;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const progress = showProgress(context.terminal, label);
  try {
    const evaluated = await explainFaults(
      context.terminal,
      evaluations.evaluate(tenant.tenantId, {
        ...{ packId: pack.packId, subject, tier, policy, concurrency: options.atOnce, resumeFrom: before },
        ...{ signal: stopping.signal, onProgress: progress.update, createdBy: null },
      }),
    );
    return reportIn(evaluated, pack.name, subject);
  } finally {
    process.removeListener('SIGINT', stop);
    progress.end();
  }
}

function reportIn(evaluated: Evaluated, name: string, subject: Asked['subject']): EvaluationReport {
  switch (evaluated.kind) {
    case 'evaluated':
      return evaluated.report;
    case 'unknown_pack':
      throw new UserError('The content pack was deleted while the command ran.');
    case 'unknown_version':
      throw new UserError(
        subject === 'published'
          ? `No version of ${name} is served. Evaluate its draft with --draft.`
          : `${name} has no version ${subject}. See "avow packs versions ${name}".`,
      );
    case 'no_questions':
      throw new UserError(
        `${name} has no accepted golden questions. Start with "avow eval suggest ${name} --keep" and "avow eval review ${name}", or "avow eval import".`,
      );
  }
}

/** The answers may have cost time and money, so they are saved even if no file was named. */
async function keepPartial(
  { terminal }: CommandContext,
  report: EvaluationReport,
  also: {
    readonly wanted: string;
    readonly options: RunOptions;
    readonly jsonFile: string | undefined;
  },
): Promise<void> {
  const { wanted, options, jsonFile = `${report.id}.json` } = also;
  await writeOutputFile(jsonFile, JSON.stringify(report));
  const { tenant, policy } = options;
  const words = [
    ...['avow', 'eval', 'run', wanted, '--resume', jsonFile],
    ...(policy === undefined ? [] : ['--policy', policy]),
    ...(tenant === undefined ? [] : ['--tenant', tenant]),
  ];
  terminal.err(
    `Interrupted. The results so far are in ${resolve(jsonFile)}. Continue with: ${words.map(quoted).join(' ')}\n`,
  );
}

/** Quotes a word for the shell. */
function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function writeReports(
  { html, junit }: RunOptions,
  {
    report,
    base,
    comparison,
  }: {
    readonly report: EvaluationReport;
    readonly base: EvaluationReport | null;
    readonly comparison: EvaluationComparison | null;
  },
): Promise<void> {
  if (junit !== undefined) await writeOutputFile(junit, writeJunit(report));
  if (html === undefined) return;
  await writeOutputFile(html, writeHtml({ report, base, comparison }));
}

function describe(report: EvaluationReport, comparison: EvaluationComparison | null): string {
  const table = writeReportTable(report);
  return comparison === null ? table : `${table}\n\n${writeComparisonTable(comparison)}`;
}

/** A difference in shares that is due to rounding does not count as a decrease. */
const rounding = 1e-9;

/** Why a run is not good enough, one sentence each; empty if it is. */
export function judgeRun(
  { status, results, question_count, figures }: EvaluationReport,
  comparison: EvaluationComparison | null,
  limits: { readonly minAccuracy: number | null; readonly tolerance: number },
): string[] {
  const { minAccuracy, tolerance } = limits;
  const accuracy = figures.accuracy?.value ?? 0;
  const reasons: string[] = [];
  if (status === 'partial')
    reasons.push(`The run was interrupted: ${results.length} of ${question_count} questions were asked.`);
  if (minAccuracy !== null && accuracy < minAccuracy - rounding)
    reasons.push(
      `The accuracy is ${writePercent(accuracy)}, below the --min-accuracy of ${writePercent(minAccuracy)}.`,
    );
  if (comparison === null) return reasons;
  if (comparison.base.status === 'partial')
    reasons.push('The run to compare with was interrupted: only a part of it could be compared.');
  const compared = comparison.figures.find(({ figure }) => figure === 'accuracy');
  if (compared === undefined)
    reasons.push('The two runs have no question in common: nothing could be compared.');
  else if (compared.base - compared.other > tolerance + rounding)
    reasons.push(
      `The accuracy fell from ${writePercent(compared.base)} to ${writePercent(compared.other)}; the tolerance is ${writePercent(tolerance)}.`,
    );
  return reasons;
}
