import type { DocumentSummaryEntry } from '@avow/contract/content';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { LoadedList } from '../../design/loaded.tsx';
import { Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { contentTexts } from '../../texts/content.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ItemFilters, useItemFilter } from './item-filters.tsx';
import { SelectRow } from './select-row.tsx';
import { TagList } from './tag-list.tsx';
import { useSelection } from './use-selection.ts';

export function DocumentsTab({ packId }: { readonly packId: string }) {
  const filter = useItemFilter();
  const isFiltered = Object.keys(filter).length > 0;
  const query = { limit: 50, ...filter };
  const documents = useList('listDocuments', { params: { pack_id: packId }, query });
  return (
    <div className="stack">
      <ItemFilters packId={packId} tab="documents" />
      <LoadedList
        list={documents}
        empty={
          <Empty title={isFiltered ? contentTexts.noneLabelled : contentTexts.noDocuments}>
            <p>{isFiltered ? contentTexts.noneLabelledHint : contentTexts.noDocumentsHint}</p>
          </Empty>
        }
      >
        {(found) => <DocumentTable packId={packId} documents={found} />}
      </LoadedList>
    </div>
  );
}

interface TableProps {
  readonly packId: string;
  readonly documents: readonly DocumentSummaryEntry[];
}

function DocumentTable({ packId, documents }: TableProps) {
  const ids = documents.map(({ id }) => id);
  const selection = useSelection(ids);
  return (
    <>
      <BulkBar packId={packId} selection={selection} shown={ids} />
      <Table
        columns={[
          { title: contentTexts.bulk.column, isUnseen: true },
          contentTexts.title,
          contentTexts.source,
          contentTexts.owner,
          contentTexts.groups,
          { title: contentTexts.size, isEnd: true },
          contentTexts.updated,
        ]}
      >
        {documents.map((document) => (
          <tr key={document.id}>
            <td>
              <SelectRow selection={selection} id={document.id} name={document.title || document.source} />
            </td>
            <td className="wide">
              <Link
                to="/content/$packId/documents/$documentId"
                params={{ packId, documentId: document.id }}
                className="strong"
              >
                {document.title || document.source}
              </Link>
              <TagList tags={document.tags} />
            </td>
            <td className="mono">{document.source}</td>
            <td>{document.owner ?? ''}</td>
            <td>{document.groups.length === 0 ? contentTexts.everyone : document.groups.join(', ')}</td>
            <td className="end" data-label={contentTexts.size}>
              {formatCount(document.code_points)}
            </td>
            <td className="nums">{formatDateTime(document.updated_at)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
