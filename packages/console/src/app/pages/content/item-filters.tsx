import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCall } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { contentTexts } from '../../texts/content.ts';

export interface ItemFilter {
  readonly owner?: string;
  readonly tag?: string;
}

/** The filter of a list, which its address has. */
export function useItemFilter(): ItemFilter {
  const { owner, tag }: ItemFilter = useSearch({ strict: false });
  return { ...(owner === undefined ? {} : { owner }), ...(tag === undefined ? {} : { tag }) };
}

/** Chooses by owner and tag; nothing while nobody has named any. */
export function ItemFilters({ packId, tab }: { readonly packId: string; readonly tab: string }) {
  const navigate = useNavigate();
  const filter = useItemFilter();
  const labels = useCall('listItemLabels', { params: { pack_id: packId } });
  const { owners = [], tags = [] } = labels.data ?? {};
  const select = (change: ItemFilter) => {
    const given = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    void navigate({
      to: '/content/$packId',
      params: { packId },
      search: { tab, ...Object.fromEntries(given) },
      replace: true,
    });
  };
  const field = (name: keyof ItemFilter, listed: readonly string[]) =>
    listed.length === 0 && filter[name] === undefined ? null : (
      <SelectField
        label={contentTexts[name === 'owner' ? 'owner' : 'tag']}
        value={filter[name] ?? ''}
        onChange={(value) => select({ [name]: value })}
        options={[
          { value: '', label: contentTexts.any },
          ...[...new Set([...listed, filter[name] ?? ''])]
            .filter((each) => each !== '')
            .map((each) => ({ value: each, label: each })),
        ]}
      />
    );
  return (
    <div className="filters">
      {field('owner', owners)}
      {field('tag', tags)}
    </div>
  );
}
