import type { Handover } from '@avow/contract/visitors';
import { formatDateTime } from '../../design/format.ts';
import { handoverTexts } from '../../texts/handovers.ts';

/** What a visitor and those who replied wrote to each other. */
export function HandoverPosts({ posts }: Pick<Handover, 'posts'>) {
  return (
    <ol className="stack" aria-label={handoverTexts.conversation}>
      {posts.map(({ from, name, text, created_at: at }) => (
        <li key={at}>
          <div className="row between small quiet">
            <span>{from === 'asker' ? handoverTexts.asker : (name ?? handoverTexts.person)}</span>
            <span>{formatDateTime(at)}</span>
          </div>
          {text === '' ? <p className="quiet">{handoverTexts.noText}</p> : <p className="pre">{text}</p>}
        </li>
      ))}
    </ol>
  );
}
