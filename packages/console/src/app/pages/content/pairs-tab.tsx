import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { readableText } from '../../design/readable-text.ts';
import { Empty } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { contentTexts } from '../../texts/content.ts';

export function PairsTab({ packId }: { readonly packId: string }) {
  const pairs = useList('listQna', { params: { pack_id: packId }, query: { limit: 50 } });
  return (
    <Loaded reading={pairs}>
      {(found) =>
        found.length === 0 ? (
          <Empty title={contentTexts.noPairs}>
            <p>{contentTexts.noPairsHint}</p>
          </Empty>
        ) : (
          <TableFrame>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{contentTexts.question}</th>
                  <th scope="col" className="end">
                    {contentTexts.phrasings}
                  </th>
                  <th scope="col">{contentTexts.groups}</th>
                  <th scope="col">{contentTexts.updated}</th>
                </tr>
              </thead>
              <tbody>
                {found.map((pair) => (
                  <tr key={pair.id}>
                    <td className="wide">
                      <Link
                        to="/content/$packId/pairs/$qnaId"
                        params={{ packId, qnaId: pair.id }}
                        className="strong"
                      >
                        {pair.question}
                      </Link>
                      <span className="small quiet">{readableText(pair.answer)}</span>
                    </td>
                    <td className="end" data-label={contentTexts.phrasings}>
                      {formatCount(pair.alternatives.length)}
                    </td>
                    <td>{pair.groups.length === 0 ? contentTexts.everyone : pair.groups.join(', ')}</td>
                    <td className="nums">{formatDateTime(pair.updated_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <More list={pairs} />
          </TableFrame>
        )
      }
    </Loaded>
  );
}
