import type { Citation } from '@avow/contract/query';
import { useEffect, useRef } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { formatScore } from '../../design/format.ts';
import { Loading } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Badge, Card, Notice } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';

const wholeText = [{ start: 0, end: Number.MAX_SAFE_INTEGER }];

interface Props {
  readonly citations: readonly Citation[];
  readonly current: number;
  readonly onPick: (index: number) => void;
}

/** The sources of an answer, and the text of one of them with its quotes marked. */
export function SourcePanel({ citations, current, onPick }: Props) {
  const chosen = citations[current] ?? citations[0];
  if (chosen === undefined)
    return (
      <Card title={askTexts.sources}>
        <p className="quiet">{askTexts.noSources}</p>
      </Card>
    );
  return (
    <Card title={askTexts.sources} isFlush>
      <div className="source-list">
        {citations.map((citation, index) => (
          <button
            key={`${citation.document_id} ${citation.start} ${citation.answer_start}`}
            type="button"
            aria-pressed={index === current}
            onClick={() => onPick(index)}
          >
            <span className="number" aria-hidden="true">
              {index + 1}
            </span>
            <span className="sr-only">{askTexts.citation(index + 1)}</span>
            <span className="grow stack tight">
              <span className="clip strong">{citation.title || citation.source}</span>
              <span className="clip quiet small">{citation.source}</span>
            </span>
            <Badge>{formatScore(citation.score)}</Badge>
          </button>
        ))}
      </div>
      <SourceText key={chosen.document_id} citation={chosen} citations={citations} />
    </Card>
  );
}

/** As many code points as are shown around a quote of a long document. */
const shownAround = 8_000;

function SourceText({
  citation,
  citations,
}: {
  readonly citation: Citation;
  readonly citations: readonly Citation[];
}) {
  const text = useSourceText(citation);
  const frame = useRef<HTMLDivElement>(null);
  const { start, quote } = citation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another quote, or its text, is shown.
  useEffect(() => {
    const mark = frame.current?.querySelector<HTMLElement>('mark.current');
    if (mark === null || mark === undefined || frame.current === null) return;
    frame.current.scrollTop = Math.max(0, mark.offsetTop - frame.current.offsetTop - 80);
  }, [start, text.data]);
  if (quote === null || start === null || citation.end === null)
    return <p className="card-body quiet">{askTexts.redacted}</p>;
  if (text.isLoading) return <Loading />;
  const points = text.data === undefined ? null : Array.from(text.data);
  // What is shown as the source of a quote contains exactly this quote there, or it is not shown.
  const isSame = points !== null && points.slice(start, citation.end).join('') === quote;
  if (!isSame)
    return (
      <div className="card-body stack">
        <Notice tone="info">{askTexts.quoteOnly}</Notice>
        <blockquote>
          <MarkdownText text={quote} ranges={wholeText} current={0} />
        </blockquote>
      </div>
    );
  // From the beginning of a line, since Markdown is read by lines.
  const from = points.lastIndexOf('\n', Math.max(0, start - shownAround)) + 1;
  const to = Math.min(points.length, citation.end + shownAround);
  const same = citations.filter(
    (other) => other.document_id === citation.document_id && other.start !== null && other.end !== null,
  );
  const ranges = same.map((other) => ({ start: (other.start ?? 0) - from, end: (other.end ?? 0) - from }));
  const label = askTexts.textOf(citation.title || citation.source);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to scroll it.
    <section className="source-text" ref={frame} tabIndex={0} aria-label={label}>
      <MarkdownText text={points.slice(from, to).join('')} ranges={ranges} current={same.indexOf(citation)} />
    </section>
  );
}

/** The stored text that the offsets of a citation refer to. */
function useSourceText({ content_pack_id: packId, document_id: id }: Citation) {
  const isPair = id.startsWith('qna_');
  const may = useMay();
  const isOpen = packId !== null && may('content:manage');
  const pack = { pack_id: packId ?? '' };
  const document = useCall(
    'getDocument',
    { params: { ...pack, document_id: id } },
    { enabled: isOpen && !isPair },
  );
  const pair = useCall('getQna', { params: { ...pack, qna_id: id } }, { enabled: isOpen && isPair });
  return isPair
    ? { isLoading: pair.isLoading, data: pair.data?.answer }
    : { isLoading: document.isLoading, data: document.data?.text };
}
