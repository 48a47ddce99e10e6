import type { SampleSummaryEntry } from '@avow/contract/auditing';
import { Link } from '@tanstack/react-router';
import { useCall, useList } from '../../api/use-call.ts';
import { formatCount, formatDateTime } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { Badge, Card, Empty, FigureTile } from '../../design/surface.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { auditHomeTexts as words } from '../../texts/audit-home.ts';
import { EventTable } from '../records/log-events.tsx';

const samplesMax = 100;
const shownMax = 5;
const readings = { query: { kind: 'access', limit: shownMax } };

/** Where somebody who audits arrives: what is open, what was read last, and whether the log verifies. No record is read for it. */
export function AuditorHome() {
  const samples = useList('listSamples', { query: { limit: samplesMax } });
  const events = useCall('listLogEvents', readings);
  return (
    <>
      <Loaded reading={samples}>
        {(found) => {
          const open = found.filter(({ signed_off_at: at }) => at === null);
          return (
            <>
              <Figures open={open} signedOff={found.length - open.length} />
              <OpenSamples samples={open} />
            </>
          );
        }}
      </Loaded>
      <Card
        title={words.readings}
        isFlush
        actions={
          <Link to="/audit" className="small">
            {words.timeline}
          </Link>
        }
      >
        <Loaded reading={events}>{({ data }) => <EventTable events={data} />}</Loaded>
      </Card>
    </>
  );
}

interface FiguresProps {
  readonly open: readonly SampleSummaryEntry[];
  readonly signedOff: number;
}

function Figures({ open, signedOff }: FiguresProps) {
  const { data } = useCall('listAuditExports');
  const packs = (data?.data ?? []).filter(
    ({ selection, status }) => selection === 'evidence' && status === 'ready',
  );
  const [newest] = packs;
  const left = open.reduce((sum, { drawn, judged }) => sum + drawn - judged, 0);
  const toSamples = { to: '/audit', search: { tab: 'samples' } } as const;
  const toEvidence = { to: '/audit', search: { tab: 'evidence' } } as const;
  return (
    <section className="tiles" aria-label={words.figures}>
      <FigureTile name={words.openSamples} link={toSamples} note={words.signedOff(signedOff)}>
        {formatCount(open.length)}
      </FigureTile>
      <FigureTile name={words.toJudge} link={toSamples}>
        {formatCount(left)}
      </FigureTile>
      <FigureTile name={words.evidence} link={toEvidence} note={words.evidenceHint}>
        {formatCount(packs.length)}
      </FigureTile>
      <FigureTile
        name={words.log}
        link={toEvidence}
        note={
          newest === undefined ? words.neverVerified : words.verifiedAt(formatDateTime(newest.created_at))
        }
      >
        {newest === undefined ? words.unknown : newest.log_verified === true ? words.sound : words.faulty}
      </FigureTile>
    </section>
  );
}

function OpenSamples({ samples }: { readonly samples: readonly SampleSummaryEntry[] }) {
  return (
    <Card
      title={words.openSamples}
      actions={
        <Link to="/audit" search={{ tab: 'samples' }} className="small">
          {words.allSamples}
        </Link>
      }
    >
      {samples.length === 0 ? (
        <Empty title={words.noneOpen}>
          <p>{auditTexts.noSamplesHint}</p>
        </Empty>
      ) : (
        <ul className="stack tight">
          {samples.slice(0, shownMax).map((sample) => (
            <li key={sample.sample_id} className="row between wrap">
              <Link to="/audit/samples/$sampleId" params={{ sampleId: sample.sample_id }}>
                {auditTexts.methods[sample.method] ?? sample.method}
              </Link>
              <Badge tone={sample.judged === sample.drawn ? 'good' : 'info'}>
                {auditTexts.judgedOf(sample.judged, sample.drawn)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
