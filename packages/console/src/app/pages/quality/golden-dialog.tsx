import type { GoldenEntry } from '@avow/contract/evaluation';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Dialog } from '../../design/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../design/field.tsx';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { qualityTexts } from '../../texts/quality.ts';
import { texts } from '../../texts.ts';
import { emptyGolden, goldenRequest, toGoldenForm } from './golden-form.ts';

interface Props {
  readonly packId: string;
  /** Null: a new one. */
  readonly golden: GoldenEntry | null;
  readonly onClose: () => void;
}

/** A question with what its answer has to say. What is saved is accepted. */
export function GoldenDialog({ packId, golden, onClose }: Props) {
  const [form, setForm] = useState(golden === null ? emptyGolden : toGoldenForm(golden));
  const add = useChange('upsertGoldenQuestions');
  const replace = useChange('replaceGoldenQuestion');
  const { error, isPending } = golden === null ? add : replace;
  // Of many at once, the fault of the first has its place in the list.
  const faultAt = (field: string) => faultOf(error, golden === null ? `/questions/0${field}` : field);
  const saved = {
    onSuccess: () => {
      notify(golden === null ? qualityTexts.accepted : texts.saved);
      onClose();
    },
  };
  const submit = () => {
    const body = goldenRequest(form);
    if (golden === null) add.mutate({ params: { pack_id: packId }, body: { questions: [body] } }, saved);
    else replace.mutate({ params: { pack_id: packId, golden_id: golden.id }, body }, saved);
  };
  const field = (name: 'question' | 'facts' | 'sources' | 'groups' | 'note' | 'verdict') => ({
    value: form[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });
  return (
    <Dialog
      title={golden === null ? qualityTexts.add : qualityTexts.editGolden}
      isOpen
      onClose={onClose}
      onSubmit={submit}
      submit={{ label: golden === null ? texts.actions.add : texts.actions.save, isBusy: isPending }}
    >
      <TextField
        label={qualityTexts.question}
        {...field('question')}
        isRequired
        fault={faultAt('/question')}
      />
      <Checkbox
        label={qualityTexts.notCovered}
        isSelected={form.isNotCovered}
        onChange={(isNotCovered) => setForm({ ...form, isNotCovered })}
      />
      {form.isNotCovered ? null : (
        <>
          <TextField label={qualityTexts.facts} hint={qualityTexts.factsHint} rows={3} {...field('facts')} />
          <TextField
            label={qualityTexts.sources}
            hint={qualityTexts.sourcesHint}
            rows={2}
            {...field('sources')}
          />
          <SelectField
            label={qualityTexts.verdict}
            options={Object.entries(qualityTexts.verdicts).map(([value, label]) => ({ value, label }))}
            {...field('verdict')}
          />
        </>
      )}
      <TextField
        label={contentTexts.groups}
        hint={qualityTexts.groupsHint}
        {...field('groups')}
        fault={faultAt('/groups')}
      />
      <TextField label={qualityTexts.note} {...field('note')} fault={faultAt('/note')} />
      <FormFault error={error} />
    </Dialog>
  );
}
