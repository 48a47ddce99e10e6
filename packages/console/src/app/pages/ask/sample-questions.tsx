import type { QnaEntry } from '@avow/contract/content';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { askTexts } from '../../texts/ask.ts';

const samplesMax = 4;
const packsMax = 4;

/** Questions that the own content answers; none for people who may not read it. */
export function useSampleQuestions(): readonly string[] {
  const may = useMay();
  const samples = useQuery({
    queryKey: ['sampleQuestions'],
    queryFn: readSamples,
    enabled: may('content:manage'),
  });
  return samples.data ?? [];
}

/** Questions to try with one press. */
export function SampleQuestions({ onPick }: { readonly onPick: (question: string) => void }) {
  const samples = useSampleQuestions();
  if (samples.length === 0) return null;
  return (
    <div className="stack tight">
      <span className="small quiet">{askTexts.samples}</span>
      <div className="row wrap">
        {samples.map((sample) => (
          <Button key={sample} look="small" onPress={() => onPick(sample)}>
            {sample}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The questions of curated pairs that everybody gets, one of each published pack in turn. */
async function readSamples(): Promise<string[]> {
  const packs = await call('listContentPacks', { query: { limit: 100 } });
  const served = packs.data.filter(({ published_version: version }) => version !== null).slice(0, packsMax);
  const pairs = await Promise.all(
    served.map(({ id }) => call('listQna', { params: { pack_id: id }, query: { limit: samplesMax * 2 } })),
  );
  const questions = pairs.map(({ data }) => data.filter(isForEverybody).map(({ question }) => question));
  return Array.from({ length: samplesMax }, (_, place) => questions.map((own) => own[place]))
    .flat()
    .filter((question) => question !== undefined)
    .slice(0, samplesMax);
}

const isForEverybody = ({ groups, valid_from: from, valid_until: until }: QnaEntry) =>
  groups.length === 0 && from === null && until === null;
