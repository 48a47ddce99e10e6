import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { basePath } from '../../api/base-path.ts';
import { useMay } from '../../api/session.ts';
import { useList } from '../../api/use-call.ts';
import { BandBadge, StatusBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { formatAgo } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { readableText } from '../../design/readable-text.ts';
import { Card } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { askTexts } from '../../texts/ask.ts';
import { homeTexts } from '../../texts/home.ts';
import { texts } from '../../texts.ts';
import { CallCard } from './call-card.tsx';
import { FirstUpload } from './first-upload.tsx';

/** Where everybody arrives: ask, add content, call it from a program. */
export function HomePage() {
  const may = useMay();
  return (
    <PageLayout title={texts.pages.home}>
      <p className="quiet">{homeTexts.lead}</p>
      <div className="columns even">
        {may('query:write') ? <AskCard /> : null}
        {may('content:manage') ? <FirstUpload /> : null}
        {may('query:write') ? <CallCard /> : null}
        <LearnCard />
      </div>
      {may('messages:read') ? <LatestMessages /> : null}
    </PageLayout>
  );
}

function AskCard() {
  const navigate = useNavigate();
  const [question, setQuestion] = useState('');
  const ask = (prompt: string) => void navigate({ to: '/ask', search: { q: prompt } });
  return (
    <Card title={homeTexts.ask}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') ask(question.trim());
        }}
      >
        <p className="quiet">{homeTexts.askHint}</p>
        <TextField
          label={askTexts.question}
          value={question}
          onChange={setQuestion}
          placeholder={askTexts.placeholder}
        />
        <div>
          <Button type="submit" look="primary">
            {askTexts.ask}
          </Button>
        </div>
        <div className="stack tight">
          <span className="small quiet">{askTexts.samples}</span>
          <div className="row wrap">
            {askTexts.sampleQuestions.slice(0, 3).map((sample) => (
              <Button key={sample} look="small" onPress={() => ask(sample)}>
                {sample}
              </Button>
            ))}
          </div>
        </div>
      </form>
    </Card>
  );
}

function LearnCard() {
  return (
    <Card title={homeTexts.learn}>
      <ul className="stack">
        <li>
          <a href={`${basePath}/docs`}>{homeTexts.links.reference}</a>
          <p className="small quiet">{homeTexts.links.referenceHint}</p>
        </li>
        <li>
          <a href={`${basePath}/openapi.json`}>{homeTexts.links.openapi}</a>
          <p className="small quiet">{homeTexts.links.openapiHint}</p>
        </li>
        <li>
          {homeTexts.links.guide}
          <p className="small quiet">{homeTexts.links.guideHint}</p>
        </li>
        <li>
          {homeTexts.links.keyboard} <kbd>{homeTexts.links.paletteKey}</kbd>{' '}
          <kbd>{homeTexts.links.helpKey}</kbd>
          <p className="small quiet">{homeTexts.links.keyboardHint}</p>
        </li>
      </ul>
    </Card>
  );
}

function LatestMessages() {
  const messages = useList('listMessages', { query: { limit: 8 } });
  return (
    <Card title={homeTexts.messages} isFlush>
      <Loaded reading={messages}>
        {(found) =>
          found.length === 0 ? (
            <p className="card-body quiet">{homeTexts.noMessages}</p>
          ) : (
            <TableFrame>
              <table className="table">
                <thead>
                  <tr>
                    <th scope="col">{homeTexts.answer}</th>
                    <th scope="col">{homeTexts.confidence}</th>
                    <th scope="col">{homeTexts.state}</th>
                    <th scope="col">{homeTexts.asked}</th>
                  </tr>
                </thead>
                <tbody>
                  {found.slice(0, 8).map((message) => (
                    <tr key={message.message_id}>
                      <td className="wide">
                        <Link to="/ask/$messageId" params={{ messageId: message.message_id }}>
                          {readableText(message.answer) ||
                            (texts.withoutAnswer[message.status] ?? message.message_id)}
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
                </tbody>
              </table>
            </TableFrame>
          )
        }
      </Loaded>
    </Card>
  );
}
