import type { DocumentEntry } from '@avow/contract/content';
import { useState } from 'react';
import { useRevisedChange } from '../../api/use-revised.ts';
import { Button } from '../../design/button.tsx';
import { formatCount } from '../../design/format.ts';
import { faultOf } from '../../design/loaded.tsx';
import { MarkdownField } from '../../design/markdown-field.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';
import { type DocumentForm, documentFieldNames } from './document-form.ts';
import { SaveFault } from './save-fault.tsx';
import type { Edited } from './use-edited.ts';

/** A longer text is shown as it is written. */
const drawnUnitsMax = 200_000;
const noRanges: readonly never[] = [];

interface Props {
  readonly packId: string;
  readonly edited: Edited<DocumentEntry, DocumentForm>;
}

/** The text of a document of a draft, as it is quoted, or while it is edited. */
export function DocumentText({ packId, edited }: Props) {
  const [isEditing, setEditing] = useState(false);
  const document = edited.base.entry;
  return isEditing ? (
    <TextEditor packId={packId} edited={edited} onEnd={() => setEditing(false)} />
  ) : (
    <Card
      title={document.source}
      actions={
        <>
          <span className="small quiet">{contentTexts.characters(formatCount(document.code_points))}</span>
          <Button look="small" onPress={() => setEditing(true)}>
            {contentTexts.editText}
          </Button>
        </>
      }
      isFlush
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to scroll it. */}
      <section className="document-text" tabIndex={0} aria-label={document.title || document.source}>
        {document.format === 'markdown' && document.text.length <= drawnUnitsMax ? (
          <MarkdownText text={document.text} ranges={noRanges} />
        ) : (
          document.text
        )}
      </section>
    </Card>
  );
}

function TextEditor({ packId, edited, onEnd }: Props & { readonly onEnd: () => void }) {
  const { form, setForm, base } = edited;
  const { text } = form;
  const document = base.entry;
  const update = useRevisedChange('updateDocument');
  const setText = (typed: string) => setForm((now) => ({ ...now, text: typed }));
  const save = () =>
    update.mutate(
      {
        params: { pack_id: packId, document_id: document.id },
        body: { text },
        revision: base.revision,
      },
      {
        onSuccess: (saved) => {
          edited.onSaved(saved, { text });
          notify(contentTexts.saved);
          onEnd();
        },
      },
    );
  return (
    <Card title={document.source}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <MarkdownField
          label={contentTexts.text}
          hint={document.format === 'markdown' ? contentTexts.textHint : contentTexts.plainTextHint}
          isMarkdown={document.format === 'markdown'}
          rows={18}
          value={text}
          onChange={setText}
          isRequired
          fault={faultOf(update.error, '/text')}
        />
        <SaveFault error={update.error} edited={edited} names={documentFieldNames} onDecided={update.reset} />
        <div className="row">
          <Button type="submit" look="primary" isBusy={update.isPending} isDisabled={text === document.text}>
            {contentTexts.saveText}
          </Button>
          <Button
            onPress={() => {
              setText(document.text);
              onEnd();
            }}
          >
            {texts.actions.cancel}
          </Button>
        </div>
      </form>
    </Card>
  );
}
