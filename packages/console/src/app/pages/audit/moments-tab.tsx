import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { MomentField } from '../../design/moment-field.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { EventTable } from '../records/log-events.tsx';

/** What was in force at two moments, and what was changed between them. */
export function MomentsTab() {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [asked, setAsked] = useState<{ readonly first: string; readonly second: string } | null>(null);
  return (
    <div className="stack">
      <p className="quiet">{auditTexts.momentsHint}</p>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== '' && second !== '') setAsked({ first, second });
        }}
      >
        <MomentField label={auditTexts.first} value={first} onChange={setFirst} />
        <MomentField label={auditTexts.second} value={second} onChange={setSecond} />
        <Button type="submit" look="primary">
          {auditTexts.compare}
        </Button>
      </form>
      {asked === null ? null : <Comparison query={asked} />}
    </div>
  );
}

function Comparison({ query }: { readonly query: { readonly first: string; readonly second: string } }) {
  const moments = useCall('compareMoments', { query });
  return (
    <Loaded reading={moments}>
      {({ first, second, changes, has_more: hasMore }) => (
        <div className="stack">
          {[first, second].map(({ at, in_force: events, complete }) => (
            <section key={at} className="stack">
              <h2>{auditTexts.inForceAt(formatDateTime(at))}</h2>
              <EventTable events={events} none={auditTexts.nothingInForce} />
              {complete ? null : <p className="warn">{auditTexts.incomplete}</p>}
            </section>
          ))}
          <section className="stack">
            <h2>{auditTexts.changes}</h2>
            <EventTable events={changes} none={auditTexts.noChanges} />
            {hasMore ? <p className="quiet">{auditTexts.moreChanges}</p> : null}
          </section>
        </div>
      )}
    </Loaded>
  );
}
