import '../unanswered/unanswered.css';
import '../ask/ask.css';
import type { Handover } from '@avow/contract/visitors';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { formatAgo } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Badge, Card, Empty } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { handoverTexts } from '../../texts/handovers.ts';
import { texts } from '../../texts.ts';
import { HandoverPanel } from './handover-panel.tsx';

/** Not more often: who reads it is on the log each time. */
const readAgainMs = 30_000;

/** Visitors who asked for a person: those who wait for a reply first. */
export function HandoversPage() {
  const navigate = useNavigate();
  const { state = 'waiting', message = '' } = useSearch({ strict: false });
  const query = { limit: 50, ...(state === 'all' ? {} : { state }) };
  const handovers = useList('listHandovers', { query }, { every: readAgainMs, isLogged: true });
  const choose = (next: { state?: string; message?: string }) =>
    void navigate({ to: '/handovers', search: { state, ...next } });
  // What was just replied to leaves the list, and stays in view until something else is chosen.
  const last = useRef<Handover | undefined>(undefined);
  return (
    <PageLayout
      title={texts.pages.handovers}
      actions={
        <SelectField
          label={handoverTexts.show}
          value={state}
          onChange={(next) => choose({ state: next })}
          options={Object.entries(handoverTexts.states).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <Loaded reading={handovers}>
        {(found) => {
          const kept = last.current?.message_id === message ? last.current : undefined;
          const chosen =
            found.find(({ message_id: id }) => id === message) ?? (message === '' ? found[0] : kept);
          last.current = chosen;
          if (chosen === undefined && found.length === 0) return <NobodyWaits />;
          return (
            <div className="columns">
              <div className="stack">
                <Card title={handoverTexts.list} isFlush>
                  <HandoverList
                    handovers={found}
                    chosen={chosen}
                    onChoose={(id) => choose({ message: id })}
                  />
                </Card>
                <More list={handovers} />
              </div>
              {chosen === undefined ? (
                <Card>
                  <Empty title={handoverTexts.choose} />
                </Card>
              ) : (
                <HandoverPanel
                  key={chosen.message_id}
                  handover={chosen}
                  onReply={() => choose({ message: chosen.message_id })}
                />
              )}
            </div>
          );
        }}
      </Loaded>
    </PageLayout>
  );
}

function NobodyWaits() {
  const may = useMay();
  return (
    <Card>
      <Empty title={handoverTexts.emptyTitle}>
        <p>{handoverTexts.empty}</p>
        {may('keys:manage') ? (
          <p>
            <Link to="/settings" search={{ tab: 'handover' }}>
              {handoverTexts.settingsLink}
            </Link>
          </p>
        ) : null}
      </Empty>
    </Card>
  );
}

interface ListProps {
  readonly handovers: readonly Handover[];
  readonly chosen: Handover | undefined;
  readonly onChoose: (messageId: string) => void;
}

function HandoverList({ handovers, chosen, onChoose }: ListProps) {
  return (
    <ul className="choices">
      {handovers.map((handover) => (
        <li key={handover.message_id}>
          <button
            type="button"
            aria-pressed={handover.message_id === chosen?.message_id}
            onClick={() => onChoose(handover.message_id)}
          >
            <span className="row between">
              <span className="strong clip">{handover.question}</span>
              <Badge tone={handover.state === 'waiting' ? 'warn' : 'quiet'}>
                {handoverTexts.states[handover.state] ?? handover.state}
              </Badge>
            </span>
            <span className="row wrap small quiet">
              <span className="clip">{handover.posts.at(-1)?.text}</span>
              <span>{formatAgo(handover.updated_at)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
