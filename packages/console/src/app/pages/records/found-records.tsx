import type { CallOptions } from '../../api/call.ts';
import { useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { Empty } from '../../design/surface.tsx';
import { recordTexts } from '../../texts/records.ts';
import { RecordTable } from './record-table.tsx';

/** Records that have the words that are looked for. Each that is shown is put on the log. */
export function FoundRecords({ query }: { readonly query: NonNullable<CallOptions['query']> }) {
  const records = useList('listAudits', { query }, { isLogged: true });
  return (
    <Loaded reading={records}>
      {(found) => (
        <div className="stack">
          {found.length === 0 ? (
            <Empty title={records.hasNextPage ? recordTexts.noneYet : recordTexts.none}>
              <p>{records.hasNextPage ? recordTexts.noneYetHint : recordTexts.noneHint}</p>
            </Empty>
          ) : (
            <>
              <p className="small quiet" role="status">
                {recordTexts.questionsShown(found.length)}
              </p>
              <RecordTable records={found} />
            </>
          )}
          {records.hasNextPage ? (
            <div className="row">
              <Button onPress={() => records.fetchNextPage()} isBusy={records.isFetchingNextPage}>
                {recordTexts.lookFurther}
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}
