import type { Metric } from '../../api/read-metrics.ts';
import { formatBytes } from '../../design/format.ts';
import { Loading } from '../../design/loaded.tsx';
import { Card, FactList, Meter } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';

interface Props {
  /** Undefined until they are read. */
  readonly metrics: readonly Metric[] | undefined;
}

/** The space for records. */
export function DiskCard({ metrics }: Props) {
  const bytesOf = (wanted: string) => metrics?.find(({ name }) => name === wanted)?.value;
  const [free, total] = [bytesOf('avow_disk_free_bytes'), bytesOf('avow_disk_size_bytes')];
  return (
    <Card title={operationTexts.disk}>
      {metrics === undefined ? (
        <Loading />
      ) : free === undefined || total === undefined || total === 0 ? (
        <p className="quiet">{operationTexts.noDisk}</p>
      ) : (
        <div className="stack">
          <p className="quiet">{operationTexts.diskHint}</p>
          <FactList
            rows={[
              [operationTexts.diskFree, formatBytes(free)],
              [
                operationTexts.diskUsedTitle,
                operationTexts.diskUsed(formatBytes(total - free), formatBytes(total)),
              ],
            ]}
          />
          <Meter label={operationTexts.diskUsedTitle} value={(total - free) / total} />
        </div>
      )}
    </Card>
  );
}
