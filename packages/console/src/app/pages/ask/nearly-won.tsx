import type { QueryResponse } from '@avow/contract';
import { formatScore } from '../../design/format.ts';
import { Empty } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';

/** What was near without being the answer. */
export function NearlyWon({ response }: { readonly response: QueryResponse }) {
  if (response.related.length === 0) return <Empty title={askTexts.nearlyNone} />;
  return (
    <div className="stack">
      <p className="quiet">{askTexts.nearlyHint}</p>
      <ul className="stack">
        {response.related.map((passage) => (
          <li key={`${passage.document_id} ${passage.start}`} className="stack tight">
            <div className="row between">
              <span className="strong clip">{passage.title || passage.source}</span>
              <span className="small quiet">{`${askTexts.nearness} ${formatScore(passage.score)}`}</span>
            </div>
            <span className="small quiet">{passage.headings || passage.source}</span>
            {passage.quote === null ? null : <blockquote className="pre">{passage.quote}</blockquote>}
          </li>
        ))}
      </ul>
    </div>
  );
}
