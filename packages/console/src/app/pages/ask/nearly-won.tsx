import type { ContentSearchResult } from '@avow/contract/content';
import type { QueryResponse } from '@avow/contract/query';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { useMay, useSession } from '../../api/session.ts';
import { formatScore } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { readableText } from '../../design/readable-text.ts';
import { Badge, Empty, Meter, Notice } from '../../design/surface.tsx';
import { askTexts } from '../../texts/ask.ts';

interface Props {
  readonly response: QueryResponse;
  /** Empty: it is not known here. */
  readonly question: string;
}

const resultsMax = 6;

/** What was near without being the answer: for those who may read all content, the search as it is now. */
export function NearlyWon({ response, question }: Props) {
  const may = useMay();
  const session = useSession();
  const groups = session.kind === 'in' ? session.me.user.groups : [];
  const maySearch = may('content:manage') && question !== '';
  const found = useQuery<ContentSearchResult, CallError>({
    queryKey: ['searchContent', question, groups],
    queryFn: ({ signal }) => call('searchContent', { body: { question, groups, limit: resultsMax }, signal }),
    enabled: maySearch,
  });
  if (!maySearch) return <Related response={response} />;
  return (
    <Loaded reading={found}>
      {(result) => <Candidates result={result} response={response} question={question} />}
    </Loaded>
  );
}

function Candidates({ result, response, question }: Props & { readonly result: ContentSearchResult }) {
  const { passages, qna, complete } = result;
  const isQuoted = (id: string, from = 0, to = Number.POSITIVE_INFINITY) =>
    response.citations.some(
      ({ document_id: quoted, start }) => quoted === id && start !== null && from <= start && start < to,
    );
  if (passages.length + qna.length === 0) return <Empty title={askTexts.nearlyNone} />;
  return (
    <div className="stack wide">
      <p className="quiet">{askTexts.nearlyNow}</p>
      {complete ? null : <Notice tone="info">{askTexts.nearlyIncomplete}</Notice>}
      <Section title={askTexts.nearlyPairs}>
        {qna.map((pair) => (
          <Candidate
            key={pair.qna_id}
            title={
              <Link
                to="/content/$packId/pairs/$qnaId"
                params={{ packId: pair.content_pack_id, qnaId: pair.qna_id }}
              >
                {pair.question}
              </Link>
            }
            detail={pair.matched === pair.question ? '' : askTexts.matchedAs(pair.matched)}
            text={readableText(pair.answer)}
            scores={pair}
            isChosen={isQuoted(pair.qna_id)}
          />
        ))}
      </Section>
      <Section title={askTexts.nearlyPassages}>
        {passages.map((passage) => (
          <Candidate
            key={`${passage.document_id} ${passage.start}`}
            title={
              <Link
                to="/content/$packId/documents/$documentId"
                params={{ packId: passage.content_pack_id, documentId: passage.document_id }}
              >
                {passage.title || passage.source}
              </Link>
            }
            detail={passage.headings === passage.title ? '' : passage.headings}
            text={passage.text}
            scores={passage}
            isChosen={isQuoted(passage.document_id, passage.start, passage.end)}
          />
        ))}
      </Section>
      <p>
        <Link
          to="/content/$packId/pairs/$qnaId"
          params={{ packId: (passages[0] ?? qna[0])?.content_pack_id ?? '', qnaId: 'new' }}
          search={{ question }}
        >
          {askTexts.writePair}
        </Link>
      </p>
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section className="stack">
      <h3>{title}</h3>
      <ol className="candidates">{children}</ol>
    </section>
  );
}

interface CandidateProps {
  readonly title: ReactNode;
  readonly detail: string;
  readonly text: string;
  readonly scores: { readonly keyword_score: number | null; readonly similarity: number | null };
  readonly isChosen: boolean;
}

function Candidate({ title, detail, text, scores, isChosen }: CandidateProps) {
  const { keyword_score: words, similarity } = scores;
  return (
    <li className="stack tight">
      <div className="row between">
        <span className="clip strong">{title}</span>
        <span className="row nums small quiet">
          {isChosen ? <Badge tone="good">{askTexts.quoted}</Badge> : null}
          {similarity === null ? null : (
            <span className="similarity">
              <Meter label={askTexts.similarity} value={similarity} />
              {formatScore(similarity)}
            </span>
          )}
          {words === null ? null : <span>{askTexts.keywordScore(formatScore(words))}</span>}
        </span>
      </div>
      {detail === '' ? null : <span className="small quiet">{detail}</span>}
      <p className="excerpt quiet">{text}</p>
    </li>
  );
}

/** What the answer itself reports, for those who may not search. */
function Related({ response }: { readonly response: QueryResponse }) {
  if (response.related.length === 0) return <Empty title={askTexts.nearlyNone} />;
  return (
    <div className="stack">
      <p className="quiet">{askTexts.nearlyHint}</p>
      <ul className="stack">
        {response.related.map((passage) => (
          <li key={`${passage.document_id} ${passage.start}`} className="stack tight">
            <div className="row between">
              <span className="strong clip">{passage.title || passage.source}</span>
              <span className="small quiet">{`${askTexts.nearness} ${formatScore(passage.score)}`}</span>
            </div>
            <span className="small quiet">{passage.headings || passage.source}</span>
            {passage.quote === null ? null : (
              <blockquote>
                <MarkdownText text={passage.quote} />
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
