import type { SourceEntry } from '@avow/contract/sources';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { formatAgo, formatCount, formatDateTime } from '../../design/format.ts';
import { Icon } from '../../design/icon.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { sourceTexts } from '../../texts/sources.ts';
import { OutcomeBadge } from './sync-result-card.tsx';

const readAgainMs = 5_000;

/** Where the documents of a pack come from by themselves. */
export function SourcesTab({ packId }: { readonly packId: string }) {
  const sources = useList('listSources', { params: { pack_id: packId } }, { every: readAgainMs });
  const add = (
    <Link to="/content/$packId/sources/new" params={{ packId }} className="button">
      <Icon name="plus" />
      {sourceTexts.add}
    </Link>
  );
  return (
    <Loaded reading={sources}>
      {(found) =>
        found.length === 0 ? (
          <Empty title={sourceTexts.emptyTitle} actions={add}>
            <p>{sourceTexts.addHint}</p>
          </Empty>
        ) : (
          <div className="stack">
            <div className="row">{add}</div>

            <Table
              columns={[
                sourceTexts.name,
                sourceTexts.kind,
                sourceTexts.status,
                sourceTexts.lastSync,
                sourceTexts.nextSync,
                { title: sourceTexts.items, isEnd: true },
              ]}
            >
              {found.map((source) => (
                <SourceRow key={source.id} source={source} />
              ))}
            </Table>
            <More list={sources} />
          </div>
        )
      }
    </Loaded>
  );
}

function SourceRow({ source }: { readonly source: SourceEntry }) {
  const { last_sync: last, next_sync_at: next } = source;
  return (
    <tr>
      <td className="wide">
        <Link
          to="/content/$packId/sources/$sourceId"
          params={{ packId: source.pack_id, sourceId: source.id }}
          className="strong"
        >
          {source.name}
        </Link>
      </td>
      <td>{sourceTexts.kinds[source.connection.kind] ?? source.connection.kind}</td>
      <td>
        <SourceState source={source} />
      </td>
      <td>
        {last === null ? (
          sourceTexts.never
        ) : (
          <span className="row wrap">
            <OutcomeBadge outcome={last.outcome} />
            <span className="quiet">{formatAgo(last.ended_at)}</span>
          </span>
        )}
      </td>
      <td className="nums">{next === null ? sourceTexts.onRequest : formatDateTime(next)}</td>
      <td className="end" data-label={sourceTexts.items}>
        {formatCount(source.item_count)}
      </td>
    </tr>
  );
}

export function SourceState({ source: { status, failing_since, sync } }: { readonly source: SourceEntry }) {
  if (sync !== null) return <Badge tone="info">{sourceTexts.phases[sync.phase] ?? sync.phase}</Badge>;
  if (status === 'paused') return <Badge tone="warn">{sourceTexts.paused}</Badge>;
  if (failing_since !== null) return <Badge tone="bad">{sourceTexts.failing}</Badge>;
  return <Badge tone="good">{sourceTexts.active}</Badge>;
}
