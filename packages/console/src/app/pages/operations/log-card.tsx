import { useQuery } from '@tanstack/react-query';
import { type CallError, send } from '../../api/call.ts';
import type { Metric } from '../../api/read-metrics.ts';
import { CopyId } from '../../design/copy.tsx';
import { formatCount } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Card, FactList } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';

/** The log that others can check, and the key to check it with. */
export function LogCard({ metrics }: { readonly metrics: readonly Metric[] }) {
  const log = useQuery<{ readonly note: string; readonly key: string }, CallError>({
    queryKey: ['getLogCheckpoint'],
    queryFn: async ({ signal }) => {
      const [note, key] = await Promise.all([
        send('getLogCheckpoint', { signal }).then((response) => response.text()),
        send('getLogKey', { signal }).then((response) => response.text()),
      ]);
      return { note, key: key.trim() };
    },
  });
  const anchorFailures = metrics
    .filter(({ name }) => name === 'avow_anchor_failures_total')
    .reduce((sum, { value }) => sum + value, 0);
  return (
    <Card title={operationTexts.log}>
      <Loaded reading={log}>
        {({ note, key }) => {
          const [, size = '', root = ''] = note.split('\n');
          return (
            <div className="stack">
              <FactList
                rows={[
                  [operationTexts.size, formatCount(Number(size))],
                  [operationTexts.root, <CopyId key="root" id={root} />],
                  [operationTexts.key, <CopyId key="key" id={key} />],
                  [operationTexts.anchorFailures, formatCount(anchorFailures)],
                ]}
              />
              <p className="small quiet">{operationTexts.keyHint}</p>
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
