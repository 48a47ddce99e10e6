import type { ConfidenceInsight } from '@avow/contract/insights';
import type { LinkProps } from '@tanstack/react-router';
import { useCall, useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { ReliabilityChart } from '../../design/charts.tsx';
import { formatCount, formatScore, formatShare } from '../../design/format.ts';
import { FormFault, Loaded } from '../../design/loaded.tsx';
import { Empty, FigureTile } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { TimeChart } from '../../design/time-chart.tsx';
import { notify } from '../../design/toast.tsx';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';
import { searchOfWeek, useRecordsLink } from '../records/records-link.ts';
import { CalibrationChange } from './calibration-change.tsx';

/** Whether scores mean what they say, from verdicts and reviews. */
export function ScoresTab() {
  const insight = useCall('getConfidenceInsight');
  return <Loaded reading={insight}>{(found) => <Scores insight={found} />}</Loaded>;
}

const toFeedback: LinkProps = { to: '/feedback', search: { state: 'all' } };

function Scores({ insight }: { readonly insight: ConfidenceInsight }) {
  const { calibration_error: reliability, weeks, no_answer: noAnswer, bands } = insight;
  const recordsLink = useRecordsLink();
  const judged = weeks.some(({ right_share: share }) => share !== null);
  return (
    <div className="stack wide">
      <div className="tiles">
        <FigureTile name={qualityTexts.labels} link={toFeedback}>
          {formatCount(insight.labels)}
        </FigureTile>
        {insight.visitors.labelled === 0 ? null : (
          <FigureTile name={qualityTexts.byVisitors} link={toFeedback}>
            {formatCount(insight.visitors.labelled)}
          </FigureTile>
        )}
        <FigureTile name={qualityTexts.error}>
          {reliability.error === null ? texts.none : formatScore(reliability.error)}
        </FigureTile>
        <FigureTile name={qualityTexts.noAnswer} link={{ to: '/unanswered' }}>
          {formatCount(noAnswer.count)}
        </FigureTile>
        {bands.map(({ band, right_share: share }) =>
          band === 'none' ? null : (
            <FigureTile
              key={band}
              name={qualityTexts.rightAt(texts.bands[band] ?? band)}
              link={recordsLink({ band })}
            >
              {share === null ? texts.none : formatShare(share)}
            </FigureTile>
          ),
        )}
      </div>
      <div className="columns">
        <section className="stack">
          <h2>{qualityTexts.reliability}</h2>
          <p className="quiet">{qualityTexts.reliabilityHint}</p>
          {reliability.bins.length === 0 ? (
            <Empty title={qualityTexts.reliabilityEmpty} />
          ) : (
            <ReliabilityChart
              label={reliability.bins
                .map((bin) => `${formatScore(bin.mean_score)}: ${formatShare(bin.right_share)}`)
                .join(', ')}
              xTitle={qualityTexts.score}
              yTitle={qualityTexts.rightShare}
              describe={qualityTexts.ofBin}
              bins={reliability.bins}
            />
          )}
        </section>
        <Calibration insight={insight} />
      </div>
      <section className="stack">
        {judged ? (
          <TimeChart
            level={2}
            title={qualityTexts.trend}
            unit={qualityTexts.trendUnit}
            series={[{ name: qualityTexts.right, tone: 'good' }]}
            points={weeks.map(({ week, right_share: share, labelled }) => ({
              ...{ id: week, name: week.slice(5), values: [share] },
              note: qualityTexts.judged(labelled),
              link: recordsLink(searchOfWeek(week)),
            }))}
            format={(value) => formatShare(value)}
            summary={qualityTexts.trendSummary(insight.labels)}
            max={1}
          />
        ) : (
          <>
            <h2>{qualityTexts.trend}</h2>
            <p className="quiet">{qualityTexts.trendEmpty}</p>
          </>
        )}
      </section>
    </div>
  );
}

function Calibration({ insight: { calibration, methods } }: { readonly insight: ConfidenceInsight }) {
  const refit = useChange('refitCalibration');
  return (
    <section className="stack">
      <h2>{qualityTexts.calibration}</h2>
      <p>
        {calibration.revision === null
          ? qualityTexts.calibrationNone
          : qualityTexts.calibrationRevision(calibration.revision, calibration.examples)}
      </p>
      {calibration.missing.usable === 0 ? null : (
        <p className="quiet">{qualityTexts.calibrationMissing(calibration.missing.usable)}</p>
      )}
      <div>
        <Button
          onPress={() =>
            refit.mutate(
              { body: {} },
              { onSuccess: ({ outcome }) => notify(qualityTexts.refitOutcomes[outcome] ?? outcome) },
            )
          }
          isBusy={refit.isPending}
        >
          {qualityTexts.refit}
        </Button>
      </div>
      <FormFault error={refit.error} />
      <CalibrationChange />
      {methods.length === 0 ? null : (
        <Table
          caption={qualityTexts.byMethod}
          columns={[
            qualityTexts.method,
            { title: qualityTexts.labels, isEnd: true },
            { title: qualityTexts.score, isEnd: true },
            { title: qualityTexts.right, isEnd: true },
          ]}
        >
          {methods.map((each) => (
            <tr key={each.method}>
              <td>{texts.methods[each.method] ?? each.method}</td>
              <td className="end">{formatCount(each.labelled)}</td>
              <td className="end">{formatScore(each.mean_score)}</td>
              <td className="end">{formatShare(each.right_share)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
