import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { LoadedList } from '../../design/loaded.tsx';
import { Empty, Meter } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { contentTexts } from '../../texts/content.ts';
import { isRunning, JobBadge, JobFailure, JobFaults } from './job-status.tsx';

const readAgainMs = 3_000;

/** Work on a pack that runs in the background, and what it could not read. */
export function JobsTab({ packId }: { readonly packId: string }) {
  const jobs = useList('listContentJobs', { params: { pack_id: packId } }, { every: readAgainMs });
  const cancel = useChange('cancelContentJob');
  return (
    <LoadedList list={jobs} empty={<Empty title={contentTexts.noJobs} />}>
      {(found) => (
        <Table
          columns={[
            contentTexts.job,
            contentTexts.progress,
            contentTexts.result,
            contentTexts.started,
            { title: contentTexts.cancelJob, isUnseen: true },
          ]}
        >
          {found.map((job) => (
            <tr key={job.id}>
              <td className="strong">{contentTexts.jobKinds[job.kind] ?? job.kind}</td>
              <td>
                {isRunning(job) ? (
                  <Meter label={contentTexts.progress} value={job.total === 0 ? 0 : job.done / job.total} />
                ) : (
                  <JobBadge job={job} />
                )}
              </td>
              <td>
                {job.failure !== null ? (
                  <JobFailure text={job.failure} />
                ) : job.version === null ? (
                  contentTexts.jobCounts(job.counts)
                ) : (
                  contentTexts.published(job.version)
                )}
                {job.errors.length === 0 ? null : <JobFaults job={job} />}
              </td>
              <td className="nums">{formatDateTime(job.created_at)}</td>
              <td>
                {isRunning(job) ? (
                  <Button
                    look="small"
                    onPress={() => cancel.mutate({ params: { pack_id: packId, job_id: job.id } })}
                  >
                    {contentTexts.cancelJob}
                  </Button>
                ) : null}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </LoadedList>
  );
}
