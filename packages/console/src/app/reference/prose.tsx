import { Fragment } from 'react';

/** Text of the document, in which backticks mark code and empty lines separate paragraphs. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph} className="pre">
          <Inline text={paragraph} />
        </p>
      ))}
    </>
  );
}

export function Inline({ text }: { readonly text: string }) {
  return text.split('`').map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place.
    index % 2 === 1 ? <code key={index}>{piece}</code> : <Fragment key={index}>{piece}</Fragment>,
  );
}
