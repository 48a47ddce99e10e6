import type { SampleEntry, SampleItemEntry } from '@avow/contract/auditing';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { useCallerNames } from '../../api/use-names.ts';
import { Button } from '../../design/button.tsx';
import { formatDateTime, formatShare } from '../../design/format.ts';
import { Loaded } from '../../design/loaded.tsx';
import { saveFile } from '../../design/save-text.ts';
import { Badge, Card, FactList, Notice, type Tone } from '../../design/surface.tsx';
import { TableFrame } from '../../design/table-frame.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { JudgeDialog } from './judge-dialog.tsx';
import { SignOff } from './sign-off.tsx';

/** One sample: what was drawn, what was found of each record, and what that says of all. */
export function SamplePage() {
  const { sampleId = '' } = useParams({ strict: false });
  const params = { sample_id: sampleId };
  const sample = useCall('getSample', { params });
  const saveTable = async () => {
    const table = await send('getSample', { params, headers: { accept: 'text/csv' } });
    saveFile(`${sampleId}.csv`, await table.text(), 'text/csv');
  };
  return (
    <PageLayout
      title={auditTexts.sample}
      crumbs={
        <>
          <Link to="/audit" search={{ tab: 'samples' }}>
            {texts.pages.audit}
          </Link>
          <span aria-hidden="true">{texts.crumb}</span>
        </>
      }
      actions={
        sample.data === undefined ? undefined : (
          <>
            <Button onPress={() => void saveTable()}>{recordTexts.exportTable}</Button>
            <SignOff sample={sample.data} />
          </>
        )
      }
    >
      <Loaded reading={sample}>
        {(found) => (
          <>
            <SignedOff sample={found} />
            <div className="columns even">
              <Card title={auditTexts.draw}>
                <Drawn sample={found} />
              </Card>
              {found.estimates === null ? null : (
                <Card title={auditTexts.estimate}>
                  <Estimates estimates={found.estimates} />
                </Card>
              )}
            </div>
            <Card title={auditTexts.items} isFlush>
              <Items sample={found} />
            </Card>
          </>
        )}
      </Loaded>
    </PageLayout>
  );
}

function SignedOff({ sample }: { readonly sample: SampleEntry }) {
  const callerName = useCallerNames();
  if (sample.signed_off_at === null || sample.signed_off_by === null) return null;
  return (
    <Notice tone="good">
      <p>{auditTexts.signedOffBy(callerName(sample.signed_off_by), formatDateTime(sample.signed_off_at))}</p>
      {sample.statement === null ? null : <p className="answer-text">{sample.statement}</p>}
    </Notice>
  );
}

function Drawn({ sample }: { readonly sample: SampleEntry }) {
  const callerName = useCallerNames();
  const filters = Object.entries(sample.filters).map(([name, value]) => [name, String(value)] as const);
  return (
    <div className="stack">
      <FactList
        rows={[
          [auditTexts.method, auditTexts.methods[sample.method] ?? sample.method],
          [auditTexts.size, auditTexts.drawnOf(sample.drawn, sample.population)],
          [auditTexts.from, formatDateTime(sample.from)],
          [auditTexts.until, formatDateTime(sample.until)],
          ...filters,
          [auditTexts.drawnAt, `${formatDateTime(sample.drawn_at)}, ${callerName(sample.drawn_by)}`],
          [auditTexts.position, String(sample.leaf_index)],
          [
            auditTexts.seed,
            <code key="seed" className="wraps">
              {sample.seed}
            </code>,
          ],
        ]}
      />
      {sample.restricted ? <p className="quiet">{auditTexts.restricted}</p> : null}
    </div>
  );
}

function Estimates({ estimates }: { readonly estimates: NonNullable<SampleEntry['estimates']> }) {
  const write = ({ found, of, share_from: from, share_until: until }: typeof estimates.major) =>
    auditTexts.share({ found, of, from: formatShare(from, 1), until: formatShare(until, 1) });
  return (
    <div className="stack">
      <FactList
        rows={[
          [auditTexts.minorOrMajor, write(estimates.minor_or_major)],
          [auditTexts.major, write(estimates.major)],
        ]}
      />
      <p className="quiet">{auditTexts.estimateHint}</p>
    </div>
  );
}

const tones: Readonly<Record<string, Tone>> = { none: 'good', minor: 'warn', major: 'bad' };

function Items({ sample }: { readonly sample: SampleEntry }) {
  const [judging, setJudging] = useState<SampleItemEntry | null>(null);
  return (
    <TableFrame>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{auditTexts.record}</th>
            <th scope="col">{auditTexts.reason}</th>
            <th scope="col">{auditTexts.finding}</th>
            <th scope="col">{auditTexts.note}</th>
            <th scope="col" className="end">
              {recordTexts.position}
            </th>
            <th scope="col">
              <span className="sr-only">{auditTexts.judge}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sample.items.map((item) => (
            <ItemRow
              key={item.message_id}
              item={item}
              onJudge={sample.signed_off_at === null ? () => setJudging(item) : null}
            />
          ))}
        </tbody>
      </table>
      {judging === null ? null : (
        <JudgeDialog
          key={judging.message_id}
          sampleId={sample.sample_id}
          item={judging}
          onClose={() => setJudging(null)}
        />
      )}
    </TableFrame>
  );
}

interface ItemProps {
  readonly item: SampleItemEntry;
  /** Null: the sample is signed off. */
  readonly onJudge: (() => void) | null;
}

function ItemRow({ item, onJudge }: ItemProps) {
  const { message_id: messageId, finding, reason, note, leaf_index: position } = item;
  return (
    <tr>
      <td className="mono">
        <Link to="/records/$messageId" params={{ messageId }}>
          {messageId}
        </Link>
      </td>
      <td>{auditTexts.reasons[reason] ?? reason}</td>
      <td>
        <Badge tone={tones[finding ?? ''] ?? 'quiet'}>
          {finding === null ? auditTexts.notJudged : (auditTexts.findings[finding] ?? finding)}
        </Badge>
      </td>
      <td className="wide wraps">
        <span>{note}</span>
      </td>
      <td className="end" data-label={recordTexts.position}>
        {position}
      </td>
      <td>
        {onJudge === null ? null : (
          <Button look="small" aria-label={auditTexts.judgeOf(messageId)} onPress={onJudge}>
            {auditTexts.judge}
          </Button>
        )}
      </td>
    </tr>
  );
}
