import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Empty } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { contentTexts } from '../../texts/content.ts';

export function DocumentsTab({ packId }: { readonly packId: string }) {
  const documents = useList('listDocuments', { params: { pack_id: packId }, query: { limit: 50 } });
  return (
    <Loaded reading={documents}>
      {(found) =>
        found.length === 0 ? (
          <Empty title={contentTexts.noDocuments}>
            <p>{contentTexts.noDocumentsHint}</p>
          </Empty>
        ) : (
          <TableFrame>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{contentTexts.title}</th>
                  <th scope="col">{contentTexts.source}</th>
                  <th scope="col">{contentTexts.groups}</th>
                  <th scope="col" className="end">
                    {contentTexts.size}
                  </th>
                  <th scope="col">{contentTexts.updated}</th>
                </tr>
              </thead>
              <tbody>
                {found.map((document) => (
                  <tr key={document.id}>
                    <td className="wide">
                      <Link
                        to="/content/$packId/documents/$documentId"
                        params={{ packId, documentId: document.id }}
                        className="strong"
                      >
                        {document.title || document.source}
                      </Link>
                    </td>
                    <td className="mono">{document.source}</td>
                    <td>
                      {document.groups.length === 0 ? contentTexts.everyone : document.groups.join(', ')}
                    </td>
                    <td className="end" data-label={contentTexts.size}>
                      {formatCount(document.code_points)}
                    </td>
                    <td className="nums">{formatDateTime(document.updated_at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <More list={documents} />
          </TableFrame>
        )
      }
    </Loaded>
  );
}
