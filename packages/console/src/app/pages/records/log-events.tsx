import { summaries } from 'virtual:avow-operations';
import type { LogEventEntry } from '@avow/contract/records';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/use-call.ts';
import { useNames } from '../../api/use-names.ts';
import { isCode, visitorName } from '../../design/codes.ts';
import { SelectField } from '../../design/field.tsx';
import { formatDateTime } from '../../design/format.ts';
import { IdDetails } from '../../design/id-details.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { MomentField } from '../../design/moment-field.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { describeEvent } from './describe-event.ts';
import { ExportTable } from './export-table.tsx';

const summaryOf = (id: string): string | undefined => (summaries as Readonly<Record<string, string>>)[id];

/** Beside the kinds. */
const changesOnly = 'changes';

/** The administrative events on the log, of everything or of one message. */
export function LogEvents({ subject }: { readonly subject?: string }) {
  const [kind, setKind] = useState('');
  const nameOf = useNames();
  const [from, setFrom] = useState('');
  const criteria = {
    ...(kind === changesOnly ? { changes: 'true' } : { kind }),
    ...{ subject, occurred_from: from === '' ? undefined : from },
  };
  const events = useList('listLogEvents', { query: { limit: 50, ...criteria } });
  return (
    <div className="stack">
      {subject === undefined ? (
        <div className="filters">
          <SelectField
            label={recordTexts.kind}
            value={kind}
            onChange={setKind}
            options={[
              { value: '', label: recordTexts.any },
              { value: changesOnly, label: recordTexts.changesOnly },
              ...Object.entries(recordTexts.kinds).map(([value, label]) => ({ value, label })),
            ]}
          />
          <MomentField
            label={recordTexts.from}
            timeLabel={recordTexts.timeOf(recordTexts.from)}
            value={from}
            onChange={setFrom}
          />
          <ExportTable list="listLogEvents" query={criteria} />
        </div>
      ) : null}
      <Loaded reading={events}>
        {(found) =>
          found.length === 0 && !events.hasNextPage ? (
            <Empty title={recordTexts.noEvents} />
          ) : (
            <TableFrame>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{recordTexts.action}</th>
                    {subject === undefined ? <th scope="col">{recordTexts.subject}</th> : null}
                    <th scope="col">{recordTexts.actor}</th>
                    <th scope="col">{recordTexts.when}</th>
                    <th scope="col" className="end">
                      {recordTexts.position}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {found.map((event) => (
                    <EventRow
                      key={event.leaf_index}
                      event={event}
                      isOfAll={subject === undefined}
                      nameOf={(id) => nameOf(id) ?? namesIn(found).get(id) ?? null}
                    />
                  ))}
                </tbody>
              </table>
              <More list={events} />
            </TableFrame>
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
  const nameOf = useNames();
  return (
    <div className="stack tight">
      <p className="quiet">{recordTexts.restsOnExplain}</p>
      <TableFrame>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{recordTexts.action}</th>
              <th scope="col">{recordTexts.subject}</th>
              <th scope="col">{recordTexts.actor}</th>
              <th scope="col">{recordTexts.when}</th>
              <th scope="col" className="end">
                {recordTexts.position}
              </th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventRow
                key={event.leaf_index}
                event={event}
                isOfAll
                nameOf={(id) => nameOf(id) ?? namesIn(events).get(id) ?? null}
              />
            ))}
          </tbody>
        </table>
      </TableFrame>
    </div>
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
          <Badge tone={event.kind === 'erasure' ? 'warn' : 'quiet'}>
            {recordTexts.kinds[event.kind] ?? event.kind}
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
