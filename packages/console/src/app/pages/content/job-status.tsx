import type { ContentJob } from '@avow/contract/content';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../api/use-call.ts';
import { Badge, Meter, Notice, type Tone } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';
import { readFailure } from './read-failure.ts';

const readAgainMs = 400;
export const isRunning = ({ status }: ContentJob): boolean => status === 'queued' || status === 'running';

const tones: Readonly<Record<string, Tone>> = { succeeded: 'good', failed: 'bad', cancelled: 'warn' };

export function JobBadge({ job }: { readonly job: ContentJob }) {
  return (
    <Badge tone={tones[job.status] ?? 'info'}>{contentTexts.jobStatuses[job.status] ?? job.status}</Badge>
  );
}

interface Props {
  readonly packId: string;
  readonly jobId: string;
  /** Called once, when it has ended. */
  readonly onEnd?: (job: ContentJob) => void;
}

/** What a job is doing, and how it ended. */
export function JobStatus({ packId, jobId, onEnd }: Props) {
  const client = useQueryClient();
  const { data: job } = useCall(
    'getContentJob',
    { params: { pack_id: packId, job_id: jobId } },
    { every: (found) => (found === undefined || isRunning(found) ? readAgainMs : false) },
  );
  const hasEnded = job !== undefined && !isRunning(job);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it ends.
  useEffect(() => {
    if (!hasEnded) return;
    void client.invalidateQueries();
    onEnd?.(job);
  }, [hasEnded]);
  if (job === undefined) return <Meter label={contentTexts.progress} value={0} />;
  return (
    <div className="stack" role="status">
      <div className="row between">
        <span>{contentTexts.jobKinds[job.kind] ?? job.kind}</span>
        <JobBadge job={job} />
      </div>
      <Meter
        label={contentTexts.progress}
        value={hasEnded ? 1 : job.total === 0 ? 0 : job.done / job.total}
        {...(job.status === 'failed' ? { tone: 'bad' as const } : {})}
      />
      {job.kind === 'publish' ? null : <p className="quiet">{contentTexts.jobCounts(job.counts)}</p>}
      {job.failure === null ? null : (
        <Notice tone="bad">
          <JobFailure text={job.failure} />
        </Notice>
      )}
      {job.errors.length === 0 ? null : <JobFaults job={job} />}
    </div>
  );
}

/** Why a job failed; the lines that a gate marks with a dash are a list. */
export function JobFailure({ text }: { readonly text: string }) {
  const { said, listed } = readFailure(text);
  return (
    <div className="stack tight">
      <p className="pre">{said}</p>
      {listed.length === 0 ? null : (
        <ul className="change-list">
          {listed.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function JobFaults({ job }: { readonly job: ContentJob }) {
  return (
    <div className="stack tight">
      <h3>{job.kind === 'qna' ? contentTexts.pairFaults : contentTexts.faults}</h3>
      <ul className="stack tight">
        {job.errors.slice(0, 50).map(({ file, reason }) => (
          <li key={`${file} ${reason}`}>
            <code>{file}</code> <span className="bad">{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
