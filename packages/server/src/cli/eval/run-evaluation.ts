import { resolve } from 'node:path';
import type { EvaluationComparison, EvaluationReport, GuardrailPolicyGiven } from '@avow/contract';
import { UserError } from '../../errors/user-error.ts';
import { writeHtml } from '../../evaluating/report/write-html.ts';
import { writeJunit } from '../../evaluating/report/write-junit.ts';
import type { Evaluated, EvaluationWish } from '../../interfaces/evaluations.ts';
import type { CommandContext } from '../command-context.ts';
import { explainFaults } from '../guardrails/explain-faults.ts';
import { readJsonFile } from '../guardrails/read-json-file.ts';
import type { CompareTarget } from './compare-target.ts';
import { drawCharts } from './draw-charts.ts';
import { judgeRun } from './judge-run.ts';
import { checkTargets, readReport, writeWhole } from './report-files.ts';
import type { RunOptions } from './run-options.ts';
import { showProgress } from './show-progress.ts';
import { type EvaluatingHand, withEvaluations } from './with-evaluations.ts';
import { writeComparisonTable, writeTable } from './write-table.ts';

/** What is asked, and how. */
type Asked = Pick<EvaluationWish, 'subject' | 'tier' | 'policy'>;

/** Asks a golden set, compares where that is wished, writes what came of it, and fails where it is not good enough. */
export async function runEvaluation(
  context: CommandContext,
  wanted: string,
  options: RunOptions,
): Promise<void> {
  const { terminal } = context;
  if (options.draft && options.version !== undefined)
    throw new UserError('Either --draft or --version, not both.');
  // Whoever wants a build to fail would never see it do so.
  if (options.tolerance !== undefined && options.compare === undefined)
    throw new UserError('--tolerance needs --compare: there is nothing that it could be worse than.');
  const { resume, compare } = options;
  const jsonFile = options.jsonFile ?? resume;
  await checkTargets([jsonFile, options.junit, options.html]);
  const before = resume === undefined ? null : await readReport(resume);
  const earlier = compare?.kind === 'report' ? await readReport(compare.file) : null;
  const asked = await askedBy(options, before);
  const other = compare === undefined ? null : await comparedBy(compare, asked);
  await withEvaluations(context, wanted, options, async (hand) => {
    const report = await ask(context, hand, { ...asked, label: 'Evaluating', before, options });
    if (report.status === 'partial') await keepPartial(context, report, { wanted, options, jsonFile });
    else if (jsonFile !== undefined) await writeWhole(jsonFile, JSON.stringify(report));
    const base =
      report.status === 'partial' || compare === undefined
        ? null
        : (earlier ??
          (await ask(context, hand, { ...(other ?? asked), label: 'Comparing', before: null, options })));
    const comparison = base === null ? null : await hand.evaluations.compare(base, report);
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

/** What the options say, or what the interrupted run was about. */
async function askedBy(options: RunOptions, before: EvaluationReport | null): Promise<Asked> {
  const { draft, version, tier, policy } = options;
  const given = draft ? 'draft' : version;
  if (before === null)
    return { subject: given ?? 'served', tier: tier ?? null, policy: await readPolicy(policy) };
  const { subject, conditions } = before;
  if (conditions.policy.origin === 'given' && policy === undefined)
    throw new UserError('That run was made with a policy of its own: name it with --policy.');
  return {
    subject: given ?? (subject.kind === 'draft' ? 'draft' : subject.version),
    tier: tier ?? (conditions.model_tier as Asked['tier']),
    policy: await readPolicy(policy),
  };
}

/** The same as is asked, but for what it is compared in. Null: there is a report already. */
async function comparedBy(target: CompareTarget, asked: Asked): Promise<Asked | null> {
  switch (target.kind) {
    case 'draft':
    case 'served':
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

/** Whoever runs it checks it, as the service would. */
async function readPolicy(file: string | undefined): Promise<GuardrailPolicyGiven | null> {
  return file === undefined ? null : ((await readJsonFile(file)) as GuardrailPolicyGiven);
}

async function ask(
  context: CommandContext,
  { evaluations, tenant, pack }: EvaluatingHand,
  wish: Asked & {
    readonly label: string;
    readonly before: EvaluationReport | null;
    readonly options: RunOptions;
  },
): Promise<EvaluationReport> {
  const { subject, tier, policy, label, before, options } = wish;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  process.once('SIGINT', stop);
  const progress = showProgress(context.terminal, label);
  try {
    const evaluated = await explainFaults(
      context.terminal,
      evaluations.evaluate(tenant.tenantId, {
        ...{ packId: pack.packId, subject, tier, policy, atOnce: options.atOnce, resumeFrom: before },
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
      throw new UserError('The pack is gone: it was deleted meanwhile.');
    case 'unknown_version':
      throw new UserError(
        subject === 'served'
          ? `Nothing of ${name} is served. Ask its draft with --draft.`
          : `${name} has no version ${subject}. See "avow packs versions ${name}".`,
      );
    case 'no_questions':
      throw new UserError(
        `${name} has no accepted golden questions. Begin with "avow eval suggest ${name} --keep" and "avow eval review ${name}", or "avow eval import".`,
      );
  }
}

/** What was asked may have cost time and money: it is kept even where no file was named. */
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
  await writeWhole(jsonFile, JSON.stringify(report));
  const { tenant, policy } = options;
  const words = [
    ...['avow', 'eval', 'run', wanted, '--resume', jsonFile],
    ...(policy === undefined ? [] : ['--policy', policy]),
    ...(tenant === undefined ? [] : ['--tenant', tenant]),
  ];
  terminal.err(
    `Interrupted. What was asked is in ${resolve(jsonFile)}. Go on with: ${words.map(quoted).join(' ')}\n`,
  );
}

/** As a shell takes it for one word. */
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
  if (junit !== undefined) await writeWhole(junit, writeJunit(report));
  if (html === undefined) return;
  await writeWhole(html, writeHtml({ report, comparison, charts: drawCharts(report, base) }));
}

function describe(report: EvaluationReport, comparison: EvaluationComparison | null): string {
  const table = writeTable(report);
  return comparison === null ? table : `${table}\n\n${writeComparisonTable(comparison)}`;
}
