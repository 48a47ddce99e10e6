import type { QueryResponse } from '@avow/contract/query';
import { texts } from '../texts.ts';
import { formatScore } from './format.ts';
import { Badge, type Tone } from './surface.tsx';

const statusTones: Readonly<Record<string, Tone>> = {
  delivered: 'good',
  blocked: 'bad',
  failed: 'bad',
  in_review: 'info',
  processing: 'info',
  queued: 'info',
};

export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge tone={statusTones[status] ?? 'quiet'}>{texts.statuses[status] ?? status}</Badge>;
}

const bandTones: Readonly<Record<string, Tone>> = { high: 'good', medium: 'warn', low: 'bad' };

const unfinished = ['queued', 'processing', 'in_review'];

interface BandProps {
  readonly confidence: QueryResponse['confidence'];
  /** Of its message: what has not ended has no band yet. */
  readonly status?: string;
  /** A person wrote what was delivered: the score is of what was proposed to them. */
  readonly isOfProposal?: boolean;
}

export function BandBadge({ confidence, status = '', isOfProposal = false }: BandProps) {
  const { band, score } = confidence;
  if (unfinished.includes(status)) return <span className="quiet">{texts.none}</span>;
  const name = texts.bands[band] ?? band;
  const said = band === 'none' ? name : `${name} ${formatScore(score)}`;
  return <Badge tone={bandTones[band] ?? 'quiet'}>{isOfProposal ? texts.bandOfProposal(said) : said}</Badge>;
}
