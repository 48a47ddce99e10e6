import type { ReactNode } from 'react';
import { useState } from 'react';
import { useList } from '../../api/use-call.ts';
import { SelectField } from '../../design/field.tsx';
import { unansweredTexts } from '../../texts/unanswered.ts';

interface DraftPack {
  /** Empty until one is chosen. */
  readonly packId: string;
  readonly hasNone: boolean;
  readonly field: ReactNode;
}

/** The pack whose draft a pair goes into: the one that is known, the only one, or the one that is chosen. */
export function useDraftPack(known: string | null | undefined): DraftPack {
  const { data } = useList('listContentPacks', { query: { limit: 100 } });
  const [chosen, setChosen] = useState(known ?? '');
  const packs = data ?? [];
  const [only, other] = packs;
  const packId = chosen === '' && other === undefined ? (only?.id ?? '') : chosen;
  const options = packs.map(({ id, name }) => ({ value: id, label: name }));
  return {
    packId,
    hasNone: data !== undefined && packs.length === 0,
    field: (
      <SelectField
        label={unansweredTexts.pack}
        value={packId}
        onChange={setChosen}
        options={packId === '' ? [{ value: '', label: unansweredTexts.choosePack }, ...options] : options}
      />
    ),
  };
}
