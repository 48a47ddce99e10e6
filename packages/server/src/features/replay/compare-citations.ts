import type { Citation } from '@avow/contract';
import type { CitationDifference } from './difference.ts';

/**
 * Citations that only one side has. If both quote different words of a document, that is one difference and not two. The
 * position of a citation follows from the answer and is not compared.
 */
export function compareCitations({
  was,
  now,
}: {
  readonly was: readonly Citation[];
  readonly now: readonly Citation[];
}): CitationDifference[] {
  const added = [...now];
  const gone = was.filter((citation) => !takeOut(added, (other) => isSame(citation, other)));
  const differences = gone.map((citation): CitationDifference => {
    const other = takeOut(added, ({ document_id: id }) => id === citation.document_id);
    const of = { kind: 'citation', ...nameOf(other ?? citation) } as const;
    const change = other === null ? 'gone' : 'other_words';
    return { ...of, change, was: citation.quote, now: other?.quote ?? null };
  });
  return [
    ...differences,
    ...added.map(
      (citation): CitationDifference => ({
        ...{ kind: 'citation', change: 'added', ...nameOf(citation) },
        ...{ was: null, now: citation.quote },
      }),
    ),
  ];
}

function takeOut(citations: Citation[], isWanted: (citation: Citation) => boolean): Citation | null {
  const position = citations.findIndex(isWanted);
  return position < 0 ? null : (citations.splice(position, 1)[0] ?? null);
}

function isSame(one: Citation, other: Citation): boolean {
  return (
    one.document_id === other.document_id &&
    one.quote === other.quote &&
    one.start === other.start &&
    one.end === other.end
  );
}

function nameOf({ document_id, source, title }: Citation) {
  return { document_id, source, title };
}
