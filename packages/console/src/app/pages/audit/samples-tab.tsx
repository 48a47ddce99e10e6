import type { SampleSummaryEntry } from '@avow/contract/auditing';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { DrawDialog } from './draw-dialog.tsx';

/** Every sample that was drawn: none is ever deleted. */
export function SamplesTab() {
  const [isDrawing, setDrawing] = useState(false);
  const samples = useList('listSamples', { query: { limit: 50 } });
  return (
    <div className="stack">
      <div>
        <Button look="primary" onPress={() => setDrawing(true)}>
          {auditTexts.draw}
        </Button>
      </div>
      <Loaded reading={samples}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={auditTexts.noSamples}>
              <p>{auditTexts.noSamplesHint}</p>
            </Empty>
          ) : (
            <SampleTable samples={found} />
          )
        }
      </Loaded>
      <More list={samples} />
      {isDrawing ? <DrawDialog onClose={() => setDrawing(false)} /> : null}
    </div>
  );
}

function SampleTable({ samples }: { readonly samples: readonly SampleSummaryEntry[] }) {
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{auditTexts.sample}</th>
            <th scope="col">{auditTexts.period}</th>
            <th scope="col">{auditTexts.drawnAt}</th>
            <th scope="col">{auditTexts.judged}</th>
            <th scope="col">{auditTexts.signedOff}</th>
          </tr>
        </thead>
        <tbody>
          {samples.map((sample) => (
            <tr key={sample.sample_id}>
              <td className="wide wraps">
                <Link to="/audit/samples/$sampleId" params={{ sampleId: sample.sample_id }}>
                  {auditTexts.methods[sample.method] ?? sample.method}
                </Link>{' '}
                <span className="small quiet">{auditTexts.drawnOf(sample.drawn, sample.population)}</span>
              </td>
              <td className="nums">{`${formatDateTime(sample.from)} – ${formatDateTime(sample.until)}`}</td>
              <td className="nums">{formatDateTime(sample.drawn_at)}</td>
              <td className="nums">{auditTexts.judgedOf(sample.judged, sample.drawn)}</td>
              <td className="nums">
                {sample.signed_off_at === null ? null : (
                  <Badge tone="good">{formatDateTime(sample.signed_off_at)}</Badge>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
