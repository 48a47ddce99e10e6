import { type Dispatch, type SetStateAction, useState } from 'react';
import type { Revised } from '../../api/use-revised.ts';
import { carryOver, changedFields, compareStored, type TextForm } from './edited-form.ts';

export interface Edited<Entry, Form extends TextForm<Form>> {
  readonly form: Form;
  readonly setForm: Dispatch<SetStateAction<Form>>;
  /** What is edited: what was stored when the first change was typed. */
  readonly base: Revised<Entry>;
  /** As it is stored now, as far as it is known. */
  readonly stored: Form;
  /** The fields that are not saved. */
  readonly changed: readonly (keyof Form & string)[];
  readonly compare: () => ReturnType<typeof compareStored<Form>>;
  /** Says what is stored after these fields, as they were typed, have been saved. */
  readonly onSaved: (saved: Revised<Entry>, sent: Partial<Form>) => void;
  /** Goes on from what is stored now, with what was typed or without. */
  readonly goOn: (how: { readonly withTyped: boolean }) => void;
}

/** A form for what is read again and again: what is typed stays, whatever is stored meanwhile. */
export function useEdited<Entry, Form extends TextForm<Form>>(
  read: Revised<Entry>,
  toForm: (entry: Entry) => Form,
): Edited<Entry, Form> {
  const [base, setBase] = useState(read);
  const [seen, setSeen] = useState(read);
  const before = toForm(base.entry);
  const [form, setForm] = useState(before);
  const stored = toForm(read.entry);
  const changed = changedFields(form, before);
  // What nobody is editing is shown as it is stored.
  if (read !== seen && changed.length === 0) {
    setSeen(read);
    setBase(read);
    setForm(stored);
  }
  return {
    ...{ form, setForm, base, stored, changed },
    compare: () => compareStored({ form, before, stored }),
    onSaved: (saved, sent) => {
      setBase(saved);
      setForm((now) => carryOver({ form: now, before: { ...before, ...sent }, stored: toForm(saved.entry) }));
    },
    goOn: ({ withTyped }) => {
      setBase(read);
      setForm(withTyped ? carryOver({ form, before, stored }) : stored);
    },
  };
}
