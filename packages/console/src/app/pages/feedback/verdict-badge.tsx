import { Badge } from '../../design/surface.tsx';
import { feedbackTexts } from '../../texts/feedback.ts';

const tones: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  right: 'good',
  partly: 'warn',
  wrong: 'bad',
};

export function VerdictBadge({ verdict }: { readonly verdict: string }) {
  return <Badge tone={tones[verdict] ?? 'quiet'}>{feedbackTexts.verdicts[verdict] ?? verdict}</Badge>;
}
