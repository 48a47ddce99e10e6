import type { GoldenEntry } from '@avow/contract/evaluation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox } from '../../design/field.tsx';
import { FormFault } from '../../design/loaded.tsx';
import { notify } from '../../design/toast.tsx';
import { goldenFileTexts as words } from '../../texts/golden-file.ts';
import { ExpectedAnswer } from './expected-answer.tsx';

interface Props {
  readonly packId: string;
  readonly suggestions: readonly GoldenEntry[];
  readonly onClose: () => void;
}

/** All suggestions with what they expect, accepted together but for those that somebody deselects. */
export function SuggestionsDialog({ packId, suggestions, onClose }: Props) {
  const client = useQueryClient();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // While some are accepted, the list behind this one is read again without them.
  const [listed] = useState(suggestions);
  const chosen = listed.filter(({ id }) => !left.has(id));
  const accept = useMutation<unknown, CallError>({
    mutationFn: async () => {
      // Accepting one again changes nothing, so that a failure half way is repeated as a whole.
      for (const { id } of chosen)
        await call('acceptGoldenQuestion', { params: { pack_id: packId, golden_id: id }, body: {} });
    },
    onSuccess: () => {
      notify(words.acceptedCount(chosen.length));
      onClose();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const select = (id: string, isSelected: boolean) =>
    setLeft(new Set(isSelected ? [...left].filter((each) => each !== id) : [...left, id]));
  return (
    <Dialog
      title={words.reviewTitle}
      isOpen
      isWide
      onClose={onClose}
      onSubmit={() => accept.mutate()}
      submit={{
        label: words.acceptCount(chosen.length),
        isBusy: accept.isPending,
        isDisabled: chosen.length === 0,
      }}
    >
      <div className="stack">
        <p className="quiet">{words.reviewHint}</p>
        <Checkbox
          label={words.all}
          isSelected={left.size === 0}
          onChange={(isSelected) => setLeft(new Set(isSelected ? [] : listed.map(({ id }) => id)))}
        />
        <ul className="stack">
          {listed.map(({ id, question, expects }) => (
            <li key={id} className="stack tight">
              <Checkbox
                label={<span className="strong">{question}</span>}
                isSelected={!left.has(id)}
                onChange={(isSelected) => select(id, isSelected)}
              />
              <ExpectedAnswer expects={expects} />
            </li>
          ))}
        </ul>
        <FormFault error={accept.error} />
      </div>
    </Dialog>
  );
}
