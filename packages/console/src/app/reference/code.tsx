import { useMemo } from 'react';
import { CopyButton } from '../design/copy.tsx';
import { highlightCode } from './highlight.ts';

interface Props {
  readonly code: string;
  readonly label: string;
  /** Shown beside the button that copies. */
  readonly copyLabel: string;
}

/** Code in colours, with a button that copies it. */
export function Code({ code, label, copyLabel }: Props) {
  const pieces = useMemo(() => highlightCode(code), [code]);
  return (
    <div className="code-block">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard. */}
      <section className="code" aria-label={label} tabIndex={0}>
        <code>
          {pieces.map(({ kind, text }, index) =>
            kind === 'text' ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place.
              <span key={index} className={`code-${kind}`}>
                {text}
              </span>
            ),
          )}
        </code>
      </section>
      <CopyButton text={code} label={copyLabel} />
    </div>
  );
}
