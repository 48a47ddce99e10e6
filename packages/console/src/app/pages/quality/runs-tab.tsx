import type { EvaluationSummary } from '@avow/contract/evaluation';
import { useState } from 'react';
import { useCall, useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault, LoadedList } from '../../design/loaded.tsx';
import { Empty, Meter, Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';
import { evaluationSubject } from './evaluation-subject.ts';
import { RunReport } from './run-report.tsx';

interface Props {
  readonly packId: string;
  readonly runId: string | undefined;
  readonly onOpen: (runId: string) => void;
}

const readAgainMs = 500;

/** Runs of a golden set, one of them open. */
export function RunsTab({ packId, runId, onOpen }: Props) {
  const params = { pack_id: packId };
  const runs = useList('listEvaluations', { params });
  const start = useChange('startEvaluation');
  const [running, setRunning] = useState<string | null>(null);
  const run = (subject: 'draft' | 'published') =>
    start.mutate({ params, body: { subject } }, { onSuccess: ({ id }) => setRunning(id) });
  return (
    <div className="stack">
      <div className="row wrap">
        <Button look="primary" onPress={() => run('draft')} isBusy={start.isPending}>
          {qualityTexts.runDraft}
        </Button>
        <Button onPress={() => run('published')} isBusy={start.isPending}>
          {qualityTexts.runPublished}
        </Button>
      </div>
      <FormFault error={start.error} />
      {running === null ? null : (
        <Running
          packId={packId}
          runId={running}
          onEnd={() => {
            setRunning(null);
            onOpen(running);
            void runs.refetch();
          }}
        />
      )}
      <LoadedList
        list={runs}
        empty={
          <Empty title={qualityTexts.runEmpty}>
            <p>{qualityTexts.runEmptyHint}</p>
          </Empty>
        }
      >
        {(found) => <RunTable runs={found} runId={runId} onOpen={onOpen} />}
      </LoadedList>
      {runId === undefined ? null : (
        <RunReport key={runId} packId={packId} runId={runId} runs={runs.data ?? []} />
      )}
    </div>
  );
}

interface TableProps {
  readonly runs: readonly EvaluationSummary[];
  readonly runId: string | undefined;
  readonly onOpen: (runId: string) => void;
}

function RunTable({ runs, runId, onOpen }: TableProps) {
  return (
    <Table
      columns={[
        qualityTexts.started,
        qualityTexts.subject,
        qualityTexts.accuracy,
        { title: qualityTexts.open, isUnseen: true },
      ]}
    >
      {runs.map((run) => (
        <tr key={run.id} className={run.id === runId ? 'chosen' : undefined}>
          <td className="wide">
            <span>{formatDateTime(run.created_at)}</span>
          </td>
          <td>{evaluationSubject(run)}</td>
          <td className="nums">{qualityTexts.rightOf(run.right_count, run.question_count)}</td>
          <td>
            <Button
              look="small"
              aria-label={texts.actionOf(
                qualityTexts.open,
                `${evaluationSubject(run)}, ${formatDateTime(run.created_at)}`,
              )}
              onPress={() => onOpen(run.id)}
            >
              {qualityTexts.open}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface RunningProps {
  readonly packId: string;
  readonly runId: string;
  readonly onEnd: () => void;
}

function Running({ packId, runId, onEnd }: RunningProps) {
  const [hasEnded, setEnded] = useState(false);
  const state = useCall(
    'getEvaluation',
    { params: { pack_id: packId, evaluation_id: runId } },
    { every: (found) => (found === undefined || found.status === 'running' ? readAgainMs : false) },
  );
  const run = state.data;
  if (run !== undefined && run.status === 'complete' && !hasEnded) {
    setEnded(true);
    setTimeout(onEnd);
  }
  if (run?.status === 'failed')
    return <Notice tone="bad">{run.failure ?? qualityTexts.outcomes['failed']}</Notice>;
  return (
    <div className="stack tight" role="status">
      <span>{`${qualityTexts.running}: ${run?.done ?? 0} / ${run?.total ?? 0}`}</span>
      <Meter
        label={qualityTexts.running}
        value={run === undefined || run.total === 0 ? 0 : run.done / run.total}
      />
    </div>
  );
}
