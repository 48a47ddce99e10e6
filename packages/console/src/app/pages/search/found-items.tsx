import type { FoundItem } from '@avow/contract/content';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { readableText } from '../../design/readable-text.ts';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { contentTexts } from '../../texts/content.ts';
import { searchTexts } from '../../texts/search.ts';
import { TagList } from '../content/tag-list.tsx';

/** Documents and pairs of drafts that have the words. */
export function FoundItems({ text, packId }: { readonly text: string; readonly packId: string | undefined }) {
  const items = useList('findItems', { query: { text, content_pack_id: packId, limit: 20 } });
  const packs = useList('listContentPacks', { query: { limit: 100 } });
  const nameOf = (id: string) => packs.data?.find((pack) => pack.id === id)?.name ?? '';
  return (
    <Loaded reading={items}>
      {(found) => (
        <div className="stack">
          {found.length === 0 ? (
            <Empty title={items.hasNextPage ? searchTexts.noneYet : searchTexts.none}>
              <p>{items.hasNextPage ? searchTexts.noneYetHint : searchTexts.noneHint}</p>
            </Empty>
          ) : (
            <Table
              columns={[
                searchTexts.found,
                searchTexts.kind,
                searchTexts.pack,
                contentTexts.owner,
                contentTexts.updated,
              ]}
            >
              {found.map((item) => (
                <tr key={item.id}>
                  <td className="wide">
                    <ItemLink item={item} />
                    <span className="small quiet">{readableText(item.excerpt)}</span>
                    <TagList tags={item.tags} />
                  </td>
                  <td>
                    <Badge>{contentTexts.changes.items[item.kind] ?? item.kind}</Badge>
                  </td>
                  <td>{nameOf(item.content_pack_id)}</td>
                  <td>{item.owner ?? ''}</td>
                  <td className="nums">{formatDateTime(item.updated_at)}</td>
                </tr>
              ))}
            </Table>
          )}
          {items.hasNextPage ? (
            <div className="row">
              <Button onPress={() => items.fetchNextPage()} isBusy={items.isFetchingNextPage}>
                {searchTexts.further}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}

function ItemLink({ item }: { readonly item: FoundItem }) {
  const { id, content_pack_id: packId, kind, title } = item;
  return kind === 'document' ? (
    <Link to="/content/$packId/documents/$documentId" params={{ packId, documentId: id }} className="strong">
      {title}
    </Link>
  ) : (
    <Link to="/content/$packId/pairs/$qnaId" params={{ packId, qnaId: id }} className="strong">
      {title}
    </Link>
  );
}
