import { summaries } from 'virtual:avow-operations';
import type { LogEventEntry } from '@avow/contract/records';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useList } from '../../api/use-call.ts';
import { useNames } from '../../api/use-names.ts';
import { isCode, visitorName } from '../../design/codes.ts';
import { formatDateTime } from '../../design/format.ts';
import { IdDetails } from '../../design/id-details.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { describeEvent } from './describe-event.ts';
import { criteriaOf, EventFilters, noFilter } from './event-filters.tsx';
import { ExportTable } from './export-table.tsx';
import { usePurposeNames } from './use-purpose-names.ts';

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });

const summaryOf = (id: string): string | undefined => (summaries as Readonly<Record<string, string>>)[id];

interface Props {
  /** Only what concerns this message. */
  readonly message?: string;
  /** By day, and with what was blocked and failed. */
  readonly isTimeline?: boolean;
}

/** The administrative events on the log, of everything or of what concerns one message. */
export function LogEvents({ message, isTimeline = false }: Props) {
  const [wanted, setWanted] = useState(noFilter);
  const criteria =
    message === undefined
      ? { ...criteriaOf(wanted), ...(isTimeline ? { incidents: 'true' } : {}) }
      : { message };
  const events = useList('listLogEvents', { query: { limit: 50, ...criteria } });
  return (
    <div className="stack">
      {message === undefined ? (
        <div className="filters">
          <EventFilters wanted={wanted} onChange={setWanted} />
          <ExportTable list="listLogEvents" query={criteria} />
        </div>
      ) : null}
      <Loaded reading={events}>
        {(found) =>
          found.length === 0 && !events.hasNextPage ? (
            <Empty title={recordTexts.noEvents} />
          ) : (
            <>
              <EventTable events={found} isOfAll={message === undefined} isByDay={isTimeline} />
              <More list={events} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** The names that people and keys had when something happened, for those who may not read the lists of either. */
function namesIn(events: readonly LogEventEntry[]): ReadonlyMap<string, string> {
  const named = events.flatMap(({ actor, subject, kind, details }) => [
    [actor, details['actor_name']] as const,
    ...(kind === 'key' || kind === 'user' ? [[subject, details['name']] as const] : []),
  ]);
  return new Map(named.flatMap(([id, name]) => (name === undefined || name === '' ? [] : [[id, name]])));
}

/** What an answer rests on, as the log says. */
export function RestsOn({ events }: { readonly events: readonly LogEventEntry[] }) {
  return (
    <div className="stack tight">
      <p className="quiet">{recordTexts.restsOnExplain}</p>
      <EventTable events={events} />
    </div>
  );
}

interface TableProps {
  readonly events: readonly LogEventEntry[];
  /** Whether they are of several subjects. */
  readonly isOfAll?: boolean;
  readonly isByDay?: boolean;
  /** What is said if there are none. */
  readonly none?: string;
}

export function EventTable({
  events,
  isOfAll = true,
  isByDay = false,
  none = recordTexts.noEvents,
}: TableProps) {
  const nameOf = useNames();
  const purposeName = usePurposeNames();
  const then = namesIn(events);
  if (events.length === 0) return <p className="quiet">{none}</p>;
  const days = events.map(({ occurred_at: at }) => date.format(new Date(at)));
  return (
    <Table
      columns={[
        recordTexts.action,
        ...(isOfAll ? [recordTexts.subject] : []),
        recordTexts.actor,
        recordTexts.when,
        { title: recordTexts.position, isEnd: true },
      ]}
    >
      {events.map((event, at) => (
        <Fragment key={event.leaf_index}>
          {isByDay && days[at] !== days[at - 1] ? (
            <tr>
              <th scope="rowgroup" colSpan={isOfAll ? 5 : 4}>
                {days[at]}
              </th>
            </tr>
          ) : null}
          <EventRow
            event={event}
            isOfAll={isOfAll}
            nameOf={(id) => nameOf(id) ?? then.get(id) ?? purposeName(id)}
          />
        </Fragment>
      ))}
    </Table>
  );
}

interface RowProps {
  readonly event: LogEventEntry;
  /** Among events of other subjects. */
  readonly isOfAll: boolean;
  /** Null: no name is known. */
  readonly nameOf: (id: string) => string | null;
}

function EventRow({ event, isOfAll, nameOf }: RowProps) {
  const { what, details, codes } = describeEvent(event, { summaryOf, nameOf });
  const subjectCodes =
    isOfAll && isCode(event.subject) ? [[recordTexts.subject, event.subject] as const] : [];
  return (
    <tr>
      <td className="wide wraps">
        <span>
          <Badge tone={event.kind === 'erasure' || event.kind === 'record' ? 'warn' : 'quiet'}>
            {recordTexts.kinds[event.kind] ?? recordTexts.incident}
          </Badge>{' '}
          {what}
          {event.reason === null ? null : <span>{` ${recordTexts.because(event.reason)}`}</span>}
          {details.length === 0 ? null : <span className="small quiet">{` ${details.join(', ')}`}</span>}
        </span>
        <IdDetails ids={[...subjectCodes, ...codes]} />
      </td>
      {isOfAll ? (
        <td title={event.subject}>
          <Subject event={event} nameOf={nameOf} />
        </td>
      ) : null}
      <td className="nums" title={event.actor}>
        {actorOf(event, nameOf)}
      </td>
      <td className="nums">{formatDateTime(event.occurred_at)}</td>
      <td className="end" data-label={recordTexts.position}>
        {event.leaf_index}
      </td>
    </tr>
  );
}

/** What an event is about, where there is a page for it with a link. */
function Subject({ event: { kind, subject }, nameOf }: Pick<RowProps, 'event' | 'nameOf'>) {
  const name = nameOf(subject) ?? (isCode(subject) ? codeName(subject) : subject || texts.none);
  if (subject.startsWith('msg_'))
    return (
      <Link to="/records/$messageId" params={{ messageId: subject }}>
        {name}
      </Link>
    );
  if (subject.startsWith('pack_'))
    return (
      <Link to="/content/$packId" params={{ packId: subject }} search={{ tab: 'versions' }}>
        {name}
      </Link>
    );
  if (subject.startsWith('smp_'))
    return (
      <Link to="/audit/samples/$sampleId" params={{ sampleId: subject }}>
        {name}
      </Link>
    );
  if (kind === 'policy') return <Link to="/guardrails">{name}</Link>;
  if (kind === 'calibration') return <Link to="/quality">{name}</Link>;
  return name;
}

/** What an id without a name is the id of. */
function codeName(id: string): string {
  const [prefix = ''] = id.split('_');
  return visitorName(id) ?? recordTexts.subjects[prefix] ?? texts.none;
}

function actorOf({ actor, details }: LogEventEntry, nameOf: RowProps['nameOf']): string {
  const person = details['actor_name'];
  if (person !== undefined && person !== '') return person;
  if (actor === '') return recordTexts.service;
  if (actor === 'operator') return recordTexts.operator;
  return nameOf(actor) ?? (isCode(actor) ? codeName(actor) : actor);
}
