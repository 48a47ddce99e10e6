import type { ActivityInsight } from '@avow/contract/insights';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { formatCount } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Card, Meter } from '../../design/surface.tsx';
import { dashboardTexts } from '../../texts/dashboard.ts';

/** What answers rest on most often; each leads to that content. */
export function Topics({
  activity: { topics, topics_examined: examined },
}: {
  readonly activity: ActivityInsight;
}) {
  return (
    <Card title={dashboardTexts.topics}>
      <div className="stack">
        <p className="small quiet">{dashboardTexts.topicsHint(formatCount(examined))}</p>
        <Ranking
          none={dashboardTexts.noTopics}
          rows={topics.map(({ title, content_pack_id: packId, document_id: documentId, count }) => ({
            ...{ id: documentId, count },
            name: title,
            link: (
              <Link
                to={
                  documentId.startsWith('qna_')
                    ? '/content/$packId/pairs/$qnaId'
                    : '/content/$packId/documents/$documentId'
                }
                params={{ packId, documentId, qnaId: documentId }}
              >
                {title}
              </Link>
            ),
          }))}
        />
      </div>
    </Card>
  );
}

const gapsMax = 8;

/** What people ask that nothing answers well; each leads to where it is answered. */
export function Gaps({ from }: { readonly from: string }) {
  const groups = useCall('listUnanswered', { query: { limit: gapsMax, state: 'open', from } });
  return (
    <Card
      title={dashboardTexts.gaps}
      actions={
        <Link to="/unanswered" className="small">
          {dashboardTexts.allGaps}
        </Link>
      }
    >
      <div className="stack">
        <p className="small quiet">{dashboardTexts.gapsHint}</p>
        <Loaded reading={groups}>
          {({ data }) => (
            <Ranking
              none={dashboardTexts.noGaps}
              rows={data.map(({ group_id: id, question, count }) => ({
                ...{ id, count },
                name: question,
                link: (
                  <Link to="/unanswered" search={{ group: id }}>
                    {question}
                  </Link>
                ),
              }))}
            />
          )}
        </Loaded>
      </div>
    </Card>
  );
}

interface RankingProps {
  readonly none: string;
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly link: ReactNode;
    readonly count: number;
  }[];
}

/** Most frequent first, with bars as long as their counts. */
function Ranking({ none, rows }: RankingProps) {
  const most = rows[0]?.count ?? 1;
  if (rows.length === 0) return <p className="quiet">{none}</p>;
  return (
    <ol className="ranking">
      {rows.map(({ id, name, link, count }) => (
        <li key={id}>
          <div className="row between">
            <span className="clip">{link}</span>
            <span className="nums">{dashboardTexts.times(count)}</span>
          </div>
          <Meter label={name} value={count / most} />
        </li>
      ))}
    </ol>
  );
}
