import type { Metric } from '../../api/read-metrics.ts';
import { formatCount } from '../../design/format.ts';
import { Badge, Card, FactList } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';

interface Props {
  /** Undefined until they are read. */
  readonly metrics: readonly Metric[] | undefined;
}

/** The database and the nodes that share it, as the node sees them that answers this page; nothing for a single node. */
export function NodesCard({ metrics }: Props) {
  const read = (wanted: string) => metrics?.find(({ name }) => name === wanted)?.value;
  const database = read('avow_database_up');
  if (database === undefined) return null;
  const alive = (metrics ?? []).filter(({ name }) => name === 'avow_nodes_alive');
  const seconds = (wanted: string) => operationTexts.seconds((read(wanted) ?? 0).toFixed(1));
  return (
    <Card title={operationTexts.nodes}>
      <FactList
        rows={[
          [
            operationTexts.database,
            <Badge key="database" tone={database === 1 ? 'good' : 'bad'}>
              {database === 1 ? operationTexts.databaseThere : operationTexts.databaseAway}
            </Badge>,
          ],
          ...alive.map(
            ({ labels, value }) =>
              [labels['host'] ?? '', operationTexts.nodesAlive(formatCount(value))] as const,
          ),
          [operationTexts.writesWaiting, formatCount(read('avow_writes_waiting') ?? 0)],
          [operationTexts.oldestWrite, seconds('avow_writes_oldest_wait_seconds')],
          [operationTexts.clockOffset, seconds('avow_clock_offset_seconds')],
        ]}
      />
    </Card>
  );
}
