import './ask.css';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { Loaded } from '../../design/loaded.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { askTexts } from '../../texts/ask.ts';
import { texts } from '../../texts.ts';
import { askedHere } from './asked.ts';
import { Inspector } from './inspector.tsx';

/** Messages that have not ended are read again. */
const readAgainMs = 2_000;

/** One message, asked here or anywhere else. */
export function AskedMessagePage() {
  const { messageId = '' } = useParams({ strict: false });
  const may = useMay();
  const asked = askedHere(messageId);
  const message = useCall(
    'getMessage',
    { params: { message_id: messageId } },
    {
      every: (found) =>
        found === undefined || /^(queued|processing|in_review)$/.test(found.status) ? readAgainMs : false,
    },
  );
  const record = useCall(
    'getAudit',
    { params: { message_id: messageId } },
    { enabled: asked === null && may('audit:read') },
  );
  const question = asked?.question ?? record.data?.question ?? '';
  return (
    <PageLayout
      title={question === '' ? askTexts.message : question}
      crumbs={
        <>
          <Link to="/ask">{texts.pages.ask}</Link>
          <span aria-hidden="true">{texts.crumb}</span>
        </>
      }
      actions={
        <Link to="/ask" search={question === '' ? {} : { q: question }} className="button">
          {askTexts.askAgain}
        </Link>
      }
    >
      <Loaded reading={message}>
        {(found) => (
          <Inspector
            key={found.message_id}
            message={found}
            question={question}
            progress={asked?.progress ?? null}
          />
        )}
      </Loaded>
    </PageLayout>
  );
}
