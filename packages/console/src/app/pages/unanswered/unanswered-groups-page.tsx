import './unanswered.css';
import type { UnansweredGroup } from '@avow/contract/insights';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useCall } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { formatAgo, formatCount } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card, Empty } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { unansweredTexts } from '../../texts/unanswered.ts';
import { texts } from '../../texts.ts';
import { GroupPanel } from './group-panel.tsx';

/** Groups of questions that nothing answered well, and what closes the gap. */
export function UnansweredGroupsPage() {
  const navigate = useNavigate();
  const { state = 'open', group = '' } = useSearch({ strict: false });
  const page = useCall('listUnanswered', { query: { limit: 100, state } });
  // What was just drafted or dismissed leaves the list, and stays in view until something else is chosen.
  const last = useRef<UnansweredGroup | undefined>(undefined);
  const choose = (next: { state?: string; group?: string }) =>
    void navigate({ to: '/unanswered', search: { state, ...next } });
  return (
    <PageLayout
      title={texts.pages.unanswered}
      actions={
        <SelectField
          label={unansweredTexts.state}
          value={state}
          onChange={(next) => choose({ state: next })}
          options={Object.entries(unansweredTexts.states).map(([value, label]) => ({ value, label }))}
        />
      }
    >
      <Loaded reading={page}>
        {(found) => {
          const listed = found.data.find(({ group_id: id }) => id === group);
          const chosen = listed ?? (last.current?.group_id === group ? last.current : undefined);
          last.current = chosen;
          if (found.data.length === 0 && chosen === undefined)
            return (
              <Card>
                <Empty title={unansweredTexts.emptyTitle}>
                  <p>{unansweredTexts.empty}</p>
                </Empty>
              </Card>
            );
          return (
            <>
              <p className="quiet">
                {unansweredTexts.counted(countQuestions(found.data), found.data.length)}
                {found.grouped_by === 'keyword' ? ` ${unansweredTexts.byKeyword}` : ''}
              </p>
              <div className="columns">
                <Card title={unansweredTexts.groups} isFlush>
                  <GroupList groups={found.data} chosen={chosen} onChoose={(id) => choose({ group: id })} />
                </Card>
                {chosen === undefined ? (
                  <Card>
                    <Empty title={unansweredTexts.choose} />
                  </Card>
                ) : (
                  <GroupPanel key={chosen.group_id} group={chosen} />
                )}
              </div>
            </>
          );
        }}
      </Loaded>
    </PageLayout>
  );
}

/** Of the groups that are listed, which may be those of one state only. */
const countQuestions = (groups: readonly UnansweredGroup[]) =>
  groups.reduce((sum, { count }) => sum + count, 0);

interface ListProps {
  readonly groups: readonly UnansweredGroup[];
  readonly chosen: UnansweredGroup | undefined;
  readonly onChoose: (groupId: string) => void;
}

function GroupList({ groups, chosen, onChoose }: ListProps) {
  return (
    <ul className="choices">
      {groups.map((group) => (
        <li key={group.group_id}>
          <button type="button" aria-pressed={group === chosen} onClick={() => onChoose(group.group_id)}>
            <span className="row between">
              <span className="strong clip">{group.question}</span>
              <span className="nums quiet">{`×${formatCount(group.count)}`}</span>
            </span>
            <span className="row wrap small quiet">
              {group.causes.map(({ cause }) => (
                <Badge key={cause} tone={cause === 'reported_wrong' ? 'bad' : 'quiet'}>
                  {unansweredTexts.causes[cause] ?? cause}
                </Badge>
              ))}
              <span>{unansweredTexts.askers(formatCount(group.end_user_count))}</span>
              <span>{formatAgo(group.last_asked_at)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
