import type { SourceEntry } from '@avow/contract/sources';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Badge, Card, FigureTile, Meter, Notice, type Tone } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { sourceTexts } from '../../texts/sources.ts';

type Progress = NonNullable<SourceEntry['sync']>;
type Result = NonNullable<SourceEntry['last_sync']>;

const tones: Readonly<Record<string, Tone>> = {
  published: 'good',
  unchanged: 'good',
  draft: 'info',
  planned: 'info',
  gate_closed: 'warn',
  too_many_removals: 'warn',
  failed: 'bad',
};

export function OutcomeBadge({ outcome }: { readonly outcome: string }) {
  return <Badge tone={tones[outcome] ?? 'quiet'}>{sourceTexts.outcomes[outcome] ?? outcome}</Badge>;
}

/** How many items there will be is known only from the last time. */
export function SyncProgress({ sync, itemCount }: { readonly sync: Progress; readonly itemCount: number }) {
  const read = sync.items_read;
  const share = sync.phase === 'applying' ? 1 : read / Math.max(itemCount, read + 1);
  return (
    <div className="stack tight" role="status">
      <div className="row between small">
        <span>{sourceTexts.phases[sync.phase] ?? sync.phase}</span>
        <span className="quiet">{sourceTexts.itemsRead(formatCount(read))}</span>
      </div>
      <Meter label={sourceTexts.progress} value={share} />
    </div>
  );
}

export function SyncResultCard({
  source,
  result,
}: {
  readonly source: SourceEntry;
  readonly result: Result;
}) {
  const isPlan = result.outcome === 'planned';
  const isWaiting = result.outcome === 'draft' || result.outcome === 'gate_closed';
  return (
    <Card
      title={sourceTexts.result}
      actions={
        <>
          <OutcomeBadge outcome={result.outcome} />
          {result.version === null ? null : <Badge>{sourceTexts.version(result.version)}</Badge>}
          <span className="small quiet">{sourceTexts.ended(formatDateTime(result.ended_at))}</span>
        </>
      }
    >
      <div className="stack">
        {result.reason === null ? null : (
          <Notice
            tone={tones[result.outcome] === 'bad' ? 'bad' : 'warn'}
            actions={
              isWaiting ? (
                <Link to="/content/$packId" params={{ packId: source.pack_id }} search={{ tab: 'changes' }}>
                  {sourceTexts.seeChanges}
                </Link>
              ) : undefined
            }
          >
            {result.reason}
          </Notice>
        )}
        <div className="tiles">
          {Object.entries(sourceTexts.counts).map(([name, title]) => (
            <FigureTile key={name} name={title}>
              {formatCount(result.counts[name as keyof Result['counts']])}
            </FigureTile>
          ))}
        </div>
        <PlanTable title={isPlan ? sourceTexts.plannedChanges : sourceTexts.changes} result={result} />
        <FaultTable result={result} />
      </div>
    </Card>
  );
}

function PlanTable({ title, result: { plan, counts } }: { readonly title: string; readonly result: Result }) {
  if (plan.length === 0) return null;
  const rest = counts.added + counts.changed + counts.removed - plan.length;
  return (
    <div className="stack tight">
      <h3>{title}</h3>
      <ul className="stack tight">
        {plan.map(({ action, document, keeps, replaces }) => (
          <li key={document} className="row wrap">
            <Badge tone={action === 'remove' ? 'bad' : action === 'change' ? 'info' : 'good'}>
              {sourceTexts.actions[action] ?? action}
            </Badge>
            <code>{document}</code>
            {keeps.length === 0 ? null : <span className="quiet">{sourceTexts.keeps(keeps.join(', '))}</span>}
            {replaces.length === 0 ? null : <span>{sourceTexts.replaces(replaces.join(', '))}</span>}
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="quiet">{sourceTexts.more(formatCount(rest))}</p> : null}
    </div>
  );
}

function FaultTable({ result: { errors, counts } }: { readonly result: Result }) {
  if (errors.length === 0) return null;
  const rest = counts.failed - errors.length;
  return (
    <div className="stack tight">
      <h3>{sourceTexts.faults}</h3>
      <Table columns={[sourceTexts.item, sourceTexts.reason]}>
        {errors.map(({ item, reason }) => (
          <tr key={`${item} ${reason}`}>
            <td className="mono">{item}</td>
            <td>{reason}</td>
          </tr>
        ))}
      </Table>
      {rest > 0 ? <p className="quiet">{sourceTexts.more(formatCount(rest))}</p> : null}
    </div>
  );
}
