import type { Handover } from '@avow/contract/visitors';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge, Card } from '../../design/surface.tsx';
import { handoverTexts } from '../../texts/handovers.ts';
import { HandoverPosts } from './handover-posts.tsx';

/** What a person and the asker of one message wrote to each other. Nothing, if nobody asked for a person. */
export function MessageHandover({ messageId }: { readonly messageId: string }) {
  const may = useMay();
  const handover = useCall(
    'getHandover',
    { params: { message_id: messageId } },
    { enabled: may('messages:read'), isLogged: true },
  );
  if (handover.data === undefined) return null;
  return (
    <Card title={handoverTexts.ofRecord} actions={<HandoverStateBadge handover={handover.data} />}>
      <HandoverPosts posts={handover.data.posts} />
    </Card>
  );
}

/** Whether a reply is due, and where it is given. */
export function HandoverStateBadge({ handover }: { readonly handover: Handover }) {
  const may = useMay();
  const { state, message_id: message } = handover;
  return (
    <>
      <Badge tone={state === 'waiting' ? 'warn' : 'quiet'}>{handoverTexts.states[state] ?? state}</Badge>
      {may('review:decide') ? (
        <Link to="/handovers" search={{ state: 'all', message }} className="small">
          {handoverTexts.open}
        </Link>
      ) : null}
    </>
  );
}
