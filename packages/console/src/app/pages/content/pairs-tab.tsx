import type { QnaEntry } from '@avow/contract/content';
import { Link } from '@tanstack/react-router';
import { useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { LoadedList } from '../../design/loaded.tsx';
import { readableText } from '../../design/readable-text.ts';
import { Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { contentTexts } from '../../texts/content.ts';
import { pairsFileTexts } from '../../texts/pairs-file.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ItemFilters, useItemFilter } from './item-filters.tsx';
import { SelectRow } from './select-row.tsx';
import { TagList } from './tag-list.tsx';
import { useSelection } from './use-selection.ts';

interface Props {
  readonly packId: string;
  readonly onImport: () => void;
}

export function PairsTab({ packId, onImport }: Props) {
  const filter = useItemFilter();
  const isFiltered = Object.keys(filter).length > 0;
  const query = { limit: 50, ...filter };
  const pairs = useList('listQna', { params: { pack_id: packId }, query });
  return (
    <div className="stack">
      <div className="row between wrap">
        <ItemFilters packId={packId} tab="pairs" />
        <Button onPress={onImport}>{pairsFileTexts.import}</Button>
      </div>
      <LoadedList
        list={pairs}
        empty={
          <Empty title={isFiltered ? contentTexts.noneLabelled : contentTexts.noPairs}>
            <p>{isFiltered ? contentTexts.noneLabelledHint : contentTexts.noPairsHint}</p>
          </Empty>
        }
      >
        {(found) => <PairTable packId={packId} pairs={found} />}
      </LoadedList>
    </div>
  );
}

interface TableProps {
  readonly packId: string;
  readonly pairs: readonly QnaEntry[];
}

function PairTable({ packId, pairs }: TableProps) {
  const ids = pairs.map(({ id }) => id);
  const selection = useSelection(ids);
  return (
    <>
      <BulkBar packId={packId} selection={selection} shown={ids} />
      <Table
        columns={[
          { title: contentTexts.bulk.column, isUnseen: true },
          contentTexts.question,
          { title: contentTexts.phrasings, isEnd: true },
          contentTexts.owner,
          contentTexts.groups,
          contentTexts.updated,
        ]}
      >
        {pairs.map((pair) => (
          <tr key={pair.id}>
            <td>
              <SelectRow selection={selection} id={pair.id} name={pair.question} />
            </td>
            <td className="wide">
              <Link to="/content/$packId/pairs/$qnaId" params={{ packId, qnaId: pair.id }} className="strong">
                {pair.question}
              </Link>
              <span className="small quiet">{readableText(pair.answer)}</span>
              <TagList tags={pair.tags} />
            </td>
            <td className="end" data-label={contentTexts.phrasings}>
              {formatCount(pair.alternatives.length)}
            </td>
            <td>{pair.owner ?? ''}</td>
            <td>{pair.groups.length === 0 ? contentTexts.everyone : pair.groups.join(', ')}</td>
            <td className="nums">{formatDateTime(pair.updated_at)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
