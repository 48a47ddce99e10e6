import { goldenFileTexts } from '../../texts/golden-file.ts';
import { qualityTexts } from '../../texts/quality.ts';

interface Props {
  readonly expects: {
    readonly kind: string;
    readonly facts?: readonly (readonly string[])[];
    readonly sources?: readonly string[];
    readonly verdict?: string | null;
  };
}

/** A curated pair has no path: its id says nothing to people. */
const nameSource = (source: string) => (source.startsWith('qna_') ? goldenFileTexts.pair : source);

/** What an answer has to be, in words. */
export function ExpectedAnswer({ expects }: Props) {
  if (expects.kind !== 'answer') return <span className="small quiet">{goldenFileTexts.mustNotAnswer}</span>;
  const { facts = [], sources = [], verdict = null } = expects;
  const lines = [
    ...(facts.length === 0
      ? []
      : [goldenFileTexts.mustSay(facts.map((wordings) => wordings.join(' | ')).join(' · '))]),
    ...(sources.length === 0
      ? []
      : [goldenFileTexts.mustCite([...new Set(sources.map(nameSource))].join(' · '))]),
    ...(verdict === null
      ? []
      : [goldenFileTexts.mustBegin(qualityTexts.verdicts[verdict as 'yes' | 'no'] ?? verdict)]),
  ];
  return lines.map((line) => (
    <span key={line} className="small quiet">
      {line}
    </span>
  ));
}
