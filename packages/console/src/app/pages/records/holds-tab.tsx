import type { HoldEntry } from '@avow/contract/records';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useChange, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { formatDateTime } from '../../design/format.ts';
import { LoadedList } from '../../design/loaded.tsx';
import { Badge, Empty } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { HoldDialog } from './hold-dialog.tsx';

export function HoldsTab() {
  const may = useMay();
  const [isNew, setNew] = useState(false);
  const [lifting, setLifting] = useState<HoldEntry | null>(null);
  const holds = useList('listHolds', { query: { limit: 50 } });
  const lift = useChange('liftHold');
  return (
    <div className="stack">
      {may('audit:erase') ? (
        <div>
          <Button look="primary" onPress={() => setNew(true)}>
            {recordTexts.hold}
          </Button>
        </div>
      ) : null}
      <LoadedList
        list={holds}
        empty={
          <Empty title={recordTexts.noHolds}>
            <p>{recordTexts.noHoldsHint}</p>
          </Empty>
        }
      >
        {(found) => <HoldTable holds={found} onLift={may('audit:erase') ? setLifting : null} />}
      </LoadedList>
      <HoldDialog isOpen={isNew} onClose={() => setNew(false)} />
      <Confirm
        title={recordTexts.liftTitle}
        isOpen={lifting !== null}
        onClose={() => setLifting(null)}
        onConfirm={() =>
          lift.mutate(
            { params: { hold_id: lifting?.hold_id ?? '' }, body: {} },
            { onSuccess: () => setLifting(null) },
          )
        }
        action={recordTexts.lift}
        isBusy={lift.isPending}
        error={lift.error}
      >
        <p>{recordTexts.liftHint}</p>
      </Confirm>
    </div>
  );
}

interface TableProps {
  readonly holds: readonly HoldEntry[];
  /** Null: somebody who may not. */
  readonly onLift: ((hold: HoldEntry) => void) | null;
}

function HoldTable({ holds, onLift }: TableProps) {
  return (
    <Table
      columns={[
        recordTexts.holdScope,
        recordTexts.subject,
        recordTexts.holdReason,
        recordTexts.placed,
        recordTexts.lifted,
        { title: recordTexts.lift, isUnseen: true },
      ]}
    >
      {holds.map((hold) => (
        <tr key={hold.hold_id}>
          <td>{recordTexts.holdScopes[hold.scope] ?? hold.scope}</td>
          <td className="mono">{hold.message_id ?? hold.thread_id ?? hold.end_user_id ?? texts.none}</td>
          <td className="wide wraps">
            <span>{hold.reason}</span>
          </td>
          <td className="nums">{formatDateTime(hold.placed_at)}</td>
          <td className="nums">
            {hold.lifted_at === null ? (
              <Badge tone="info">{recordTexts.active}</Badge>
            ) : (
              formatDateTime(hold.lifted_at)
            )}
          </td>
          <td>
            {hold.lifted_at === null && onLift !== null ? (
              <Button
                look="small"
                aria-label={texts.actionOf(recordTexts.lift, hold.reason)}
                onPress={() => onLift(hold)}
              >
                {recordTexts.lift}
              </Button>
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  );
}
