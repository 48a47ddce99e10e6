import { SelectField, TextField } from '../design/field.tsx';
import { FilePicker } from '../design/file-picker.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import type { Reference, ReferenceOperation } from './openapi.ts';
import { bodyText, formType, isFileField, jsonFault, type RequestDraft } from './request.ts';

interface Props {
  readonly operation: ReferenceOperation;
  readonly reference: Reference;
  readonly draft: RequestDraft;
  readonly onChange: (draft: RequestDraft) => void;
}

const rowsMax = 16;

/** The body of a request: a text, or the fields and files of a form. */
export function TryBody({ operation, reference, draft, onChange }: Props) {
  const { body } = operation;
  if (body === null || draft.mediaType === null) return null;
  const mediaTypes = Object.keys(body.content);
  const fault = jsonFault(draft);
  return (
    <>
      {mediaTypes.length < 2 ? null : (
        <SelectField
          label={t.request.mediaType}
          value={draft.mediaType}
          onChange={(mediaType) =>
            onChange({ ...draft, mediaType, text: bodyText(mediaType, operation, reference) })
          }
          options={mediaTypes.map((value) => ({ value, label: value }))}
        />
      )}
      {draft.mediaType === formType ? (
        <FormFields operation={operation} reference={reference} draft={draft} onChange={onChange} />
      ) : (
        <TextField
          label={t.request.body}
          value={draft.text}
          onChange={(text) => onChange({ ...draft, text })}
          rows={Math.min(rowsMax, Math.max(3, draft.text.split('\n').length + 2))}
          fault={fault === null ? undefined : t.request.notJson(fault)}
          isMono
        />
      )}
    </>
  );
}

function FormFields({ operation, reference, draft, onChange }: Props) {
  const { properties = {} } = reference.resolve(operation.body?.content[formType]?.schema ?? {});
  return Object.entries(properties).map(([name, schema]) =>
    isFileField(schema, reference) ? (
      <div key={name} className="field">
        <span className="label">{t.request.files}</span>
        <FilePicker
          label={t.request.chooseFiles}
          hint={
            draft.files.length === 0
              ? t.request.dropFiles
              : t.request.chosen(draft.files.map((file) => file.name).join(', '))
          }
          onPick={(files) => onChange({ ...draft, files })}
        />
      </div>
    ) : (
      <TextField
        key={name}
        label={name}
        value={draft.fields[name] ?? ''}
        onChange={(value) => onChange({ ...draft, fields: { ...draft.fields, [name]: value } })}
        isMono
      />
    ),
  );
}
