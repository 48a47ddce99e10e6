import type { OutageEntry } from '@avow/contract/outages';
import { useCall } from '../../api/use-call.ts';
import { formatDateTime, formatDuration } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';

const readAgainMs = 30_000;
const shownMax = 10;

/** When the service or a part of it was away: the newest. */
export function OutageCard() {
  const outages = useCall('listOutages', {}, { every: () => readAgainMs });
  return (
    <Card title={operationTexts.outages}>
      <Loaded reading={outages}>
        {({ data, known_since: since }) => (
          <div className="stack">
            <p className="quiet">
              {since === null || data.length === 0
                ? operationTexts.noOutages
                : operationTexts.outagesSince(formatDateTime(since))}
            </p>
            <ul className="stack">
              {data.slice(0, shownMax).map((outage) => (
                <OutageRow key={`${outage.from} ${outage.kind} ${outage.model}`} outage={outage} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function OutageRow({ outage }: { readonly outage: OutageEntry }) {
  const { kind, from, until, host, model, cause } = outage;
  const said = [model, cause, host].filter((one) => one !== null && one !== '').join(', ');
  return (
    <li className="stack tight">
      <div className="row between wrap">
        <strong>{operationTexts.outageKinds[kind] ?? kind}</strong>
        {until === null ? (
          <Badge tone="bad">{operationTexts.outageGoesOn}</Badge>
        ) : (
          <Badge>{formatDuration(Date.parse(until) - Date.parse(from))}</Badge>
        )}
      </div>
      <span className="small">{formatDateTime(from)}</span>
      <span className="small quiet clip">{said}</span>
    </li>
  );
}
