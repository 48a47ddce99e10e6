import type { DocumentEntry } from '@avow/contract/content';
import { useState } from 'react';
import { useChange } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { formatCount } from '../../design/format.ts';
import { FormFault, faultOf } from '../../design/loaded.tsx';
import { MarkdownField } from '../../design/markdown-field.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Card } from '../../design/surface.tsx';
import { notify } from '../../design/toast.tsx';
import { contentTexts } from '../../texts/content.ts';
import { texts } from '../../texts.ts';

/** A longer text is shown as it is written. */
const drawnUnitsMax = 200_000;
const noRanges: readonly never[] = [];

interface Props {
  readonly packId: string;
  readonly document: DocumentEntry;
}

/** The text of a document of a draft, as it is quoted, or while it is edited. */
export function DocumentText({ packId, document }: Props) {
  const [isEditing, setEditing] = useState(false);
  return isEditing ? (
    <TextEditor packId={packId} document={document} onEnd={() => setEditing(false)} />
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

function TextEditor({ packId, document, onEnd }: Props & { readonly onEnd: () => void }) {
  const [text, setText] = useState(document.text);
  const update = useChange('updateDocument');
  const save = () =>
    update.mutate(
      { params: { pack_id: packId, document_id: document.id }, body: { text } },
      {
        onSuccess: () => {
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
        <FormFault error={update.error} />
        <div className="row">
          <Button type="submit" look="primary" isBusy={update.isPending} isDisabled={text === document.text}>
            {contentTexts.saveText}
          </Button>
          <Button onPress={onEnd}>{texts.actions.cancel}</Button>
        </div>
      </form>
    </Card>
  );
}
