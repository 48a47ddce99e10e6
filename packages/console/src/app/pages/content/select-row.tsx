import { contentTexts } from '../../texts/content.ts';
import type { RowSelection } from './use-selection.ts';

interface Props {
  readonly selection: RowSelection;
  readonly id: string;
  readonly name: string;
}

/** Chooses a row of a list. */
export function SelectRow({ selection, id, name }: Props) {
  return (
    <label className="check">
      <input type="checkbox" checked={selection.has(id)} onChange={() => selection.toggle(id)} />
      <span className="sr-only">{contentTexts.bulk.select(name)}</span>
    </label>
  );
}

/** Chooses every row that is shown, or none. Above the table, whose head a phone does not show. */
export function SelectAll({
  selection,
  ids,
}: {
  readonly selection: RowSelection;
  readonly ids: readonly string[];
}) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={ids.length > 0 && selection.ids.length === ids.length}
        onChange={() => selection.toggleAll(ids)}
      />
      <span className="small">{contentTexts.bulk.selectAll}</span>
    </label>
  );
}
