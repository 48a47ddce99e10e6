import type { CallError } from '../../api/call.ts';
import { TextField } from '../../design/field.tsx';
import { faultOf } from '../../design/loaded.tsx';
import { MarkdownField } from '../../design/markdown-field.tsx';
import { contentTexts } from '../../texts/content.ts';
import type { PairForm } from './pair-form.ts';

interface Props {
  readonly form: PairForm;
  readonly onChange: (form: PairForm) => void;
  readonly error: CallError | null;
}

export function PairFields({ form, onChange, error }: Props) {
  const field = (name: keyof PairForm) => ({
    value: form[name],
    onChange: (value: string) => onChange({ ...form, [name]: value }),
  });
  return (
    <>
      <TextField
        label={contentTexts.question}
        {...field('question')}
        isRequired
        fault={faultOf(error, '/question')}
      />
      <TextField
        label={contentTexts.phrasings}
        hint={contentTexts.phrasingsHint}
        rows={4}
        {...field('alternatives')}
        fault={faultOf(error, '/alternatives')}
      />
      <MarkdownField
        label={contentTexts.answer}
        hint={contentTexts.answerHint}
        rows={8}
        {...field('answer')}
        isRequired
        fault={faultOf(error, '/answer')}
      />
      <div className="columns">
        <TextField
          label={contentTexts.pairSource}
          hint={contentTexts.pairSourceHint}
          {...field('source')}
          fault={faultOf(error, '/source')}
        />
        <TextField label={contentTexts.url} type="url" {...field('url')} fault={faultOf(error, '/url')} />
      </div>
      <div className="columns">
        <TextField
          label={contentTexts.groups}
          hint={contentTexts.groupsHint}
          {...field('groups')}
          fault={faultOf(error, '/groups')}
        />
        <TextField label={contentTexts.tags} {...field('tags')} fault={faultOf(error, '/tags')} />
      </div>
      <div className="columns">
        <TextField
          label={contentTexts.validFrom}
          hint={contentTexts.validHint}
          type="date"
          {...field('validFrom')}
          fault={faultOf(error, '/valid_from')}
        />
        <TextField
          label={contentTexts.validUntil}
          hint={contentTexts.validHint}
          type="date"
          {...field('validUntil')}
          fault={faultOf(error, '/valid_until')}
        />
      </div>
    </>
  );
}
