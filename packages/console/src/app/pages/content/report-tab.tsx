import type { ReactNode } from 'react';
import { useCall } from '../../api/use-call.ts';
import { formatCount, formatShare } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { Badge, Empty, Notice } from '../../design/surface.tsx';
import { contentTexts } from '../../texts/content.ts';

/** What is worth a look in a draft before it is published. */
export function ReportTab({ packId }: { readonly packId: string }) {
  const report = useCall('getContentPackReport', { params: { pack_id: packId } });
  return (
    <Loaded reading={report}>
      {({
        near_duplicates: duplicates,
        contradictions,
        suspicious,
        left_out: leftOut,
        unscreened,
        historical,
        truncated,
      }) => {
        const isClean = [duplicates, contradictions, suspicious, leftOut, historical].every(
          (list) => list.length === 0,
        );
        if (isClean && unscreened === 0)
          return (
            <Empty title={contentTexts.reportClean}>
              <p>{contentTexts.reportCleanHint}</p>
            </Empty>
          );
        return (
          <div className="stack wide">
            {unscreened > 0 ? (
              <Notice tone="info">{contentTexts.unscreened(formatCount(unscreened))}</Notice>
            ) : null}
            {truncated ? <Notice tone="info">{contentTexts.reportTruncated}</Notice> : null}
            <Section title={contentTexts.contradictions} tone="bad">
              {contradictions.map((each) => (
                <Finding key={each.reason + JSON.stringify(each.questions)} reason={each.reason}>
                  {each.questions.map((question) => (
                    <Quote key={question.qna_id} source={question.question} quote={question.answer} />
                  ))}
                  {each.locations.map((place) => (
                    <Quote key={place.id + place.quote} source={place.source} quote={place.quote} />
                  ))}
                </Finding>
              ))}
            </Section>
            <Section title={contentTexts.suspicious} tone="bad">
              {suspicious.map((each) => (
                <Finding key={each.id + each.quote} reason={each.reason}>
                  <Quote source={each.source} quote={each.quote} />
                </Finding>
              ))}
            </Section>
            <Section title={contentTexts.leftOut} tone="bad">
              {leftOut.map((each) => (
                <Finding
                  key={each.id + each.quote}
                  reason={contentTexts.leftOutBy(
                    ...([each.reason, each.guardrail] as const),
                    formatShare(each.score),
                    formatShare(each.threshold),
                  )}
                >
                  <Quote source={each.source} quote={each.quote} />
                </Finding>
              ))}
            </Section>
            <Section title={contentTexts.duplicates} tone="warn">
              {duplicates.map((each) => (
                <Finding key={JSON.stringify(each.locations)} reason={formatShare(each.similarity)}>
                  {each.locations.map((place) => (
                    <Quote key={place.id + place.quote} source={place.source} quote={place.quote} />
                  ))}
                </Finding>
              ))}
            </Section>
            <Section title={contentTexts.historical} tone="warn">
              {historical.map((each) => (
                <Finding key={each.id} reason={each.reason}>
                  <Quote source={each.source} quote="" />
                </Finding>
              ))}
            </Section>
          </div>
        );
      }}
    </Loaded>
  );
}

function Section(props: {
  readonly title: string;
  readonly tone: 'warn' | 'bad';
  readonly children: readonly ReactNode[];
}) {
  if (props.children.length === 0) return null;
  return (
    <section className="stack">
      <h2 className="row">
        {props.title}
        <Badge tone={props.tone}>{props.children.length}</Badge>
      </h2>
      <ul className="stack">{props.children}</ul>
    </section>
  );
}

function Finding({ reason, children }: { readonly reason: string; readonly children: ReactNode }) {
  return (
    <li className="stack tight tile">
      <p className="strong">{reason}</p>
      {children}
    </li>
  );
}

function Quote({ source, quote }: { readonly source: string; readonly quote: string }) {
  return (
    <div>
      <span className="small quiet">{source}</span>
      {quote === '' ? null : (
        <blockquote>
          <MarkdownText text={quote} />
        </blockquote>
      )}
    </div>
  );
}
