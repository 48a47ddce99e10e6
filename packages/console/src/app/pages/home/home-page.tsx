import './home.css';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { BandBadge, StatusBadge } from '../../design/badges.tsx';
import { formatAgo } from '../../design/format.ts';
import { Loaded, Loading } from '../../design/loaded.tsx';
import { readableText } from '../../design/readable-text.ts';
import { Card, CardLevel } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { homeTexts } from '../../texts/home.ts';
import { texts } from '../../texts.ts';
import { AskCard } from './ask-card.tsx';
import { CallCard } from './call-card.tsx';
import { Dashboard } from './dashboard.tsx';
import { FirstUpload } from './first-upload.tsx';
import { LearnCard } from './learn-card.tsx';
import { WaitingCard } from './waiting-card.tsx';

/** Nobody else needs it. */
const AuditorHome = lazy(async () => ({ default: (await import('./auditor-home.tsx')).AuditorHome }));

const latestMax = 8;
const latestQuery = { query: { limit: latestMax } };

/** Where everybody arrives: what happens here, a question, and the first steps. */
export function HomePage() {
  const may = useMay();
  // Who only audits reads no record before they choose to: it would be on the log.
  const isAuditor = may('audit:sample') && !may('content:manage');
  const readsLatest = may('messages:read') && !isAuditor;
  const latest = useList('listMessages', latestQuery, { enabled: readsLatest });
  // The first steps come first until somebody has asked.
  const isNew = latest.data?.length === 0;
  // By its key it moves with the files that were chosen in it, instead of beginning anew.
  const firstSteps = <FirstSteps key="steps" />;
  return (
    <PageLayout title={texts.pages.home}>
      {may('review:decide') && !may('content:manage') ? <WaitingCard /> : null}
      {[
        isNew ? firstSteps : null,
        may('query:write') ? <AskCard key="ask" /> : null,
        may('content:manage') ? <Dashboard key="dashboard" /> : null,
        isAuditor ? (
          <Suspense key="audit" fallback={<Loading />}>
            <AuditorHome />
          </Suspense>
        ) : null,
        readsLatest ? <LatestMessages key="latest" /> : null,
        isNew ? null : firstSteps,
      ]}
    </PageLayout>
  );
}

/** What is of use until there is content and somebody calls, and is out of the way afterwards. */
function FirstSteps() {
  const may = useMay();
  return (
    <section className="stack" aria-label={homeTexts.firstSteps}>
      <h2>{homeTexts.firstSteps}</h2>
      <CardLevel value={3}>
        <div className="columns even">
          {may('content:manage') ? <FirstUpload /> : null}
          {may('keys:manage') && may('query:write') ? <CallCard /> : null}
          <LearnCard />
        </div>
      </CardLevel>
    </section>
  );
}

function LatestMessages() {
  const messages = useList('listMessages', latestQuery);
  return (
    <Card title={homeTexts.messages} isFlush>
      <Loaded reading={messages}>
        {(found) =>
          found.length === 0 ? (
            <p className="card-body quiet">{homeTexts.noMessages}</p>
          ) : (
            <Table columns={[homeTexts.answer, homeTexts.confidence, homeTexts.state, homeTexts.asked]}>
              {found.slice(0, latestMax).map((message) => (
                <tr key={message.message_id}>
                  <td className="wide">
                    <Link to="/ask/$messageId" params={{ messageId: message.message_id }}>
                      {readableText(message.answer) ||
                        (texts.withoutAnswer[message.status] ?? texts.answerGone)}
                    </Link>
                  </td>
                  <td>
                    <BandBadge confidence={message.confidence} status={message.status} />
                  </td>
                  <td>
                    <StatusBadge status={message.status} />
                  </td>
                  <td className="nums">{formatAgo(message.created_at)}</td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </Card>
  );
}
