import type { EvaluatedShare, EvaluationReport, EvaluationSummary } from '@avow/contract/evaluation';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { ReliabilityChart, ShareCurve } from '../../design/charts.tsx';
import { SelectField } from '../../design/field.tsx';
import { formatDateTime, formatMs, formatShare } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, FigureTile } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';
import { evaluationSubject } from './evaluation-subject.ts';
import { RunComparison } from './run-comparison.tsx';

interface Props {
  readonly packId: string;
  readonly runId: string;
  readonly runs: readonly EvaluationSummary[];
}

/** A run: its figures, its questions, and how it compares with another. */
export function RunReport({ packId, runId, runs }: Props) {
  const [base, setBase] = useState('');
  const state = useCall('getEvaluation', { params: { pack_id: packId, evaluation_id: runId } });
  const others = runs.filter(({ id }) => id !== runId);
  return (
    <Loaded reading={state}>
      {({ report }) =>
        report === null ? null : (
          <section className="stack wide" aria-label={qualityTexts.run}>
            <Figures report={report} />
            {others.length === 0 ? null : (
              <SelectField
                label={qualityTexts.compareWith}
                value={base}
                onChange={setBase}
                options={[
                  { value: '', label: qualityTexts.none },
                  ...others.map((run) => ({
                    value: run.id,
                    label: `${evaluationSubject(run)}, ${formatDateTime(run.created_at)}`,
                  })),
                ]}
              />
            )}
            {base === '' ? null : <RunComparison key={base} packId={packId} runId={runId} baseId={base} />}
            <Results report={report} />
          </section>
        )
      }
    </Loaded>
  );
}

const shareText = (share: EvaluatedShare | null) => (share === null ? texts.none : formatShare(share.value));

function Figures({ report: { figures } }: { readonly report: EvaluationReport }) {
  const { calibration } = figures;
  return (
    <>
      <div className="tiles">
        <FigureTile name={qualityTexts.accuracy}>{shareText(figures.accuracy)}</FigureTile>
        <FigureTile name={qualityTexts.answerable}>{shareText(figures.answerable.right)}</FigureTile>
        <FigureTile name={qualityTexts.refused}>{shareText(figures.not_covered.refused)}</FigureTile>
        <FigureTile name={qualityTexts.cited}>{shareText(figures.sources_cited)}</FigureTile>
        <FigureTile name={qualityTexts.grounded}>{shareText(figures.grounded)}</FigureTile>
        <FigureTile name={qualityTexts.latency}>
          {figures.latency === null ? texts.none : formatMs(figures.latency.p50_ms)}
        </FigureTile>
      </div>
      {calibration === null ? null : (
        <div className="columns">
          <section className="stack">
            <h2>{qualityTexts.reliability}</h2>
            <ReliabilityChart
              label={qualityTexts.reliability}
              xTitle={qualityTexts.score}
              yTitle={qualityTexts.rightShare}
              describe={qualityTexts.ofBin}
              bins={calibration.bins}
            />
          </section>
          <section className="stack">
            <h2>{qualityTexts.coverage}</h2>
            <ShareCurve
              label={qualityTexts.coverageHint}
              xTitle={qualityTexts.coverageAxis}
              yTitle={qualityTexts.rightShare}
              points={calibration.risk_coverage.map(({ coverage, right_share: right }) => ({
                x: coverage,
                y: right,
              }))}
            />
          </section>
        </div>
      )}
    </>
  );
}

function Results({ report: { results } }: { readonly report: EvaluationReport }) {
  const isRight = (outcome: string) => outcome === 'right' || outcome === 'refused_rightly';
  const sorted = results.toSorted((a, b) => Number(isRight(a.outcome)) - Number(isRight(b.outcome)));
  return (
    <Table
      caption={qualityTexts.results}
      columns={[qualityTexts.question, qualityTexts.outcome, qualityTexts.missing]}
    >
      {sorted.map((result) => (
        <tr key={result.golden_id}>
          <td className="wide">
            <span className="strong">{result.question}</span>
            <span className="small quiet">{result.answer}</span>
          </td>
          <td>
            <Badge tone={isRight(result.outcome) ? 'good' : 'bad'}>
              {qualityTexts.outcomes[result.outcome] ?? result.outcome}
            </Badge>
          </td>
          <td>{result.missing.join(' ')}</td>
        </tr>
      ))}
    </Table>
  );
}
