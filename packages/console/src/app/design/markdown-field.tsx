import { useDeferredValue } from 'react';
import { texts } from '../texts.ts';
import { TextField } from './field.tsx';
import { MarkdownText } from './markdown-text.tsx';

/** A longer text is shown as it is written. */
const drawnUnitsMax = 200_000;
const noRanges: readonly never[] = [];

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows: number;
  readonly hint?: string;
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  /** False: the text has no markup, and is shown as it is written. */
  readonly isMarkdown?: boolean;
}

/** A text that is written in Markdown, and below it how it is read. */
export function MarkdownField({ isMarkdown = true, ...field }: Props) {
  // Drawing a long text takes longer than a key press.
  const shown = useDeferredValue(field.value);
  return (
    <>
      <TextField {...field} isMono={isMarkdown} />
      {shown.trim() === '' ? null : (
        <section className="markdown-preview" aria-label={texts.preview(field.label)}>
          <p className="small quiet">{texts.previewTitle}</p>
          {isMarkdown && shown.length <= drawnUnitsMax ? (
            <MarkdownText text={shown} ranges={noRanges} />
          ) : (
            <p className="pre">{shown}</p>
          )}
        </section>
      )}
    </>
  );
}
