import type { QueryResponse } from '@avow/contract/query';
import type { AnswerProgress } from '../../api/follow-answer.ts';
import { formatMs } from '../../design/format.ts';
import { FactList } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { askTexts } from '../../texts/ask.ts';
import { texts } from '../../texts.ts';
import { tierName } from './tier-name.ts';

interface Props {
  readonly response: QueryResponse;
  /** Null: the question was not asked in this page. */
  readonly progress: AnswerProgress | null;
}

/** Where the time went, and which models took part. */
export function Timings({ response, progress }: Props) {
  const { processing, model_info: models } = response;
  const model = (name: string) => (name === 'none' ? askTexts.noModel : name);
  return (
    <div className="stack">
      <FactList
        rows={[
          [askTexts.total, formatMs(processing.time_ms)],
          ...(progress?.endedMs == null ? [] : ([[askTexts.inBrowser, formatMs(progress.endedMs)]] as const)),
          [askTexts.routing, texts.routes[processing.routing_source] ?? processing.routing_source],
          [askTexts.tier, tierName(processing.model_tier)],
          [askTexts.degraded, processing.degraded_mode ? texts.yes : texts.no],
          [askTexts.models.refinement, model(models.refinement_model)],
          [askTexts.models.summarization, model(models.summarization_model)],
          [askTexts.models.guardrail, model(models.guardrail_model)],
        ]}
      />
      {progress === null || progress.endedMs === null ? (
        <p className="quiet">{askTexts.stepsUnknown}</p>
      ) : (
        <StepTable steps={progress.steps} endedMs={progress.endedMs} />
      )}
    </div>
  );
}

function StepTable({
  steps,
  endedMs,
}: {
  readonly steps: AnswerProgress['steps'];
  readonly endedMs: number;
}) {
  return (
    <Table
      columns={[
        askTexts.step,
        { title: askTexts.startedAt, isEnd: true },
        { title: askTexts.duration, isEnd: true },
      ]}
    >
      {steps.map(({ step, atMs }, index) => (
        <tr key={`${step} ${atMs}`}>
          <td>{askTexts.steps[step] ?? step}</td>
          <td className="end">{formatMs(atMs)}</td>
          <td className="end">{formatMs((steps[index + 1]?.atMs ?? endedMs) - atMs)}</td>
        </tr>
      ))}
    </Table>
  );
}
