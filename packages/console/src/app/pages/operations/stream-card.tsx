import type { SecurityStreamEntry } from '@avow/contract/security-streams';
import { useCall } from '../../api/use-call.ts';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card } from '../../design/surface.tsx';
import { operationTexts } from '../../texts/operations.ts';

const readAgainMs = 10_000;

/** The collectors of security events, and whether each keeps up; nothing if there are none. */
export function StreamCard() {
  const streams = useCall('listSecurityStreams', {}, { every: () => readAgainMs });
  if (streams.data?.data.length === 0) return null;
  return (
    <Card title={operationTexts.streams}>
      <Loaded reading={streams}>
        {({ data }) => (
          <div className="stack">
            <p className="quiet">{operationTexts.streamsHint}</p>
            <ul className="stack">
              {data.map((stream) => (
                <StreamRow key={stream.name} stream={stream} />
              ))}
            </ul>
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function StreamRow({ stream }: { readonly stream: SecurityStreamEntry }) {
  const { name, destination, behind, fault } = stream;
  const sent =
    stream.sent_at === null
      ? operationTexts.streamNeverSent
      : operationTexts.streamSent(formatDateTime(stream.sent_at));
  return (
    <li className="stack tight">
      <div className="row between wrap">
        <strong>{name}</strong>
        <StateBadge stream={stream} />
      </div>
      <span className="small quiet clip">{destination}</span>
      <span className="small">{`${operationTexts.streamBehind(formatCount(behind))}. ${sent}.`}</span>
      {fault === null ? null : (
        <span className="small">
          {operationTexts.streamFault(fault, formatDateTime(stream.failing_since ?? ''))}
        </span>
      )}
    </li>
  );
}

function StateBadge({ stream }: { readonly stream: SecurityStreamEntry }) {
  if (stream.fault !== null) return <Badge tone="bad">{operationTexts.streamFails}</Badge>;
  return stream.started_at === null ? (
    <Badge>{operationTexts.streamNew}</Badge>
  ) : (
    <Badge tone="good">{operationTexts.streamTakes}</Badge>
  );
}
