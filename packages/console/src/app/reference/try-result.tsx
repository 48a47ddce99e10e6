import { useEffect, useRef } from 'react';
import { CopyId } from '../design/copy.tsx';
import { Badge, Notice } from '../design/surface.tsx';
import { referenceTexts as t } from '../texts/reference.ts';
import { Code } from './code.tsx';
import { shownCharactersMax, type TryResult } from './send-trial.ts';

/** The response to a request that was tried. */
export function TryResultView({ result }: { readonly result: TryResult }) {
  const { status, statusText, timeMs, mediaType, requestId, text, isCut, isOpen } = result;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Without a value: browsers return a promise from this, which React would take for what undoes the effect.
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="try-result stack" aria-live="polite" ref={place}>
      <div className="row wrap">
        <Badge tone={status < 400 ? 'good' : 'bad'}>{t.result.status(status, statusText)}</Badge>
        <span className="small quiet nums">{t.result.time(timeMs)}</span>
        <span className="small quiet">{mediaType}</span>
        {isOpen ? <span className="small quiet">{t.result.receiving}</span> : null}
      </div>
      {requestId === null ? null : <CopyId id={requestId} />}
      {isCut ? <Notice tone="warn">{t.result.cut(shownCharactersMax)}</Notice> : null}
      {text === '' ? (
        <p className="quiet">{t.result.empty}</p>
      ) : (
        <Code code={readable(result)} label={t.result.title} copyLabel={t.result.copy} />
      )}
    </div>
  );
}

/** JSON is indented; everything else, and what is not whole, is shown as it came. */
function readable({ mediaType, text, isCut, isOpen }: TryResult): string {
  if (isCut || isOpen || !/[/+]json\b/.test(mediaType)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
