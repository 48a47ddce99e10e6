/** A form of texts, as they are typed. */
export type TextForm<Form> = { readonly [Field in keyof Form]: string };

const fieldsOf = <Form extends TextForm<Form>>(form: Form) => Object.keys(form) as (keyof Form & string)[];

/** The fields in which one form differs from another. */
export function changedFields<Form extends TextForm<Form>>(
  form: Form,
  before: Form,
): (keyof Form & string)[] {
  return fieldsOf(form).filter((field) => form[field] !== before[field]);
}

interface Edited<Form> {
  /** As it is typed. */
  readonly form: Form;
  /** What it was typed over. */
  readonly before: Form;
  /** What is stored by now. */
  readonly stored: Form;
}

/** What is stored, with what was typed in the meantime. */
export function carryOver<Form extends TextForm<Form>>({ form, before, stored }: Edited<Form>): Form {
  const typed = changedFields(form, before).map((field) => [field, form[field]]);
  return { ...stored, ...Object.fromEntries(typed) };
}

/** What is lost if a form is saved over what somebody else has stored, and what is not. */
export function compareStored<Form extends TextForm<Form>>({ form, before, stored }: Edited<Form>) {
  const typed = changedFields(form, before);
  return {
    /** Typed here, and stored otherwise. */
    conflicts: typed.filter((field) => form[field] !== stored[field]),
    /** Changed by somebody else alone. */
    others: changedFields(stored, before).filter((field) => !typed.includes(field)),
  };
}
