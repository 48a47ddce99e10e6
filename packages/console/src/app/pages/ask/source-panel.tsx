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
  /** The message, if its answer is pending review: what reviewers may read of its sources is shown. */
  readonly reviewOf?: string;
}

/** The sources of an answer, and the text of one of them with its quotes marked. */
export function SourcePanel({ citations, current, onPick, reviewOf }: Props) {
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
      <SourceText key={chosen.document_id} citation={chosen} citations={citations} reviewOf={reviewOf} />
    </Card>
  );
}

/** As many code points as are shown around a quote of a long document. */
const shownAround = 8_000;

function SourceText({
  citation,
  citations,
  reviewOf,
}: {
  readonly citation: Citation;
  readonly citations: readonly Citation[];
  readonly reviewOf: string | undefined;
}) {
  const stored = useStoredText(citation, reviewOf === undefined);
  const reviewed = useReviewedText(citation, reviewOf);
  const text = reviewOf === undefined ? stored : reviewed;
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
  const { offset } = text;
  const [quoteStart, quoteEnd] = [start - offset, citation.end - offset];
  // What is shown as the source of a quote contains exactly this quote there, or it is not shown.
  const isSame = points !== null && quoteStart >= 0 && points.slice(quoteStart, quoteEnd).join('') === quote;
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
  const from = points.lastIndexOf('\n', Math.max(0, quoteStart - shownAround)) + 1;
  const to = Math.min(points.length, quoteEnd + shownAround);
  const same = citations.filter(
    (other) => other.document_id === citation.document_id && other.start !== null && other.end !== null,
  );
  const shift = offset + from;
  const ranges = same.map((other) => ({ start: (other.start ?? 0) - shift, end: (other.end ?? 0) - shift }));
  const label = askTexts.textOf(citation.title || citation.source);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to scroll it.
    <section className="source-text" ref={frame} tabIndex={0} aria-label={label}>
      <MarkdownText text={points.slice(from, to).join('')} ranges={ranges} current={same.indexOf(citation)} />
    </section>
  );
}

/** A text, and the place in the source where it begins. */
interface SourceReading {
  readonly isLoading: boolean;
  readonly data: string | undefined;
  readonly offset: number;
}

/** The stored text that the offsets of a citation refer to. */
function useStoredText(
  { content_pack_id: packId, document_id: id }: Citation,
  isWanted: boolean,
): SourceReading {
  const isPair = id.startsWith('qna_');
  const may = useMay();
  const isOpen = isWanted && packId !== null && may('content:manage');
  const pack = { pack_id: packId ?? '' };
  const document = useCall(
    'getDocument',
    { params: { ...pack, document_id: id } },
    { enabled: isOpen && !isPair },
  );
  const pair = useCall('getQna', { params: { ...pack, qna_id: id } }, { enabled: isOpen && isPair });
  return isPair
    ? { isLoading: pair.isLoading, data: pair.data?.answer, offset: 0 }
    : { isLoading: document.isLoading, data: document.data?.text, offset: 0 };
}

/** The text around what a pending answer quotes, as far as the reviewer may read it. */
function useReviewedText({ document_id: id }: Citation, reviewOf: string | undefined): SourceReading {
  const sources = useCall(
    'listReviewSources',
    { params: { message_id: reviewOf ?? '' } },
    { enabled: reviewOf !== undefined, isLogged: true },
  );
  const source = sources.data?.data.find(({ document_id: found }) => found === id);
  return { isLoading: sources.isLoading, data: source?.text, offset: source?.start ?? 0 };
}
