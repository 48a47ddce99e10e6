import type { ReplayEntry, ReplaySideEntry } from '@avow/contract/auditing';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallError, call } from '../../api/call.ts';
import { BandBadge, StatusBadge } from '../../design/badges.tsx';
import { Button } from '../../design/button.tsx';
import { formatDateTime } from '../../design/format.ts';
import { FormFault } from '../../design/loaded.tsx';
import { MarkdownText } from '../../design/markdown-text.tsx';
import { MomentField } from '../../design/moment-field.tsx';
import { Card, Notice } from '../../design/surface.tsx';
import { Table } from '../../design/table.tsx';
import { recordTexts } from '../../texts/records.ts';
import { replayTexts } from '../../texts/replay.ts';
import { texts } from '../../texts.ts';

/** The question of a record, asked again as of a moment, beside what is on record. */
export function ReplayCard({ messageId }: { readonly messageId: string }) {
  const [at, setAt] = useState('');
  const replay = useMutation<ReplayEntry, CallError>({
    mutationFn: () =>
      call('replayMessage', { params: { message_id: messageId }, body: at === '' ? {} : { at } }),
  });
  return (
    <Card title={replayTexts.title}>
      <div className="stack">
        <p className="quiet">{replayTexts.hint}</p>
        <form
          className="filters"
          onSubmit={(event) => {
            event.preventDefault();
            replay.mutate();
          }}
        >
          <MomentField label={replayTexts.at} value={at} onChange={setAt} />
          <Button type="submit" isBusy={replay.isPending}>
            {replayTexts.ask}
          </Button>
        </form>
        <FormFault error={replay.error} />
        {replay.data === undefined ? null : <Compared replay={replay.data} />}
      </div>
    </Card>
  );
}

function Compared({ replay }: { readonly replay: ReplayEntry }) {
  const { same, recorded, replayed, differences, notes } = replay;
  return (
    <div className="stack" role="status">
      <Notice tone={same ? 'good' : 'info'}>{same ? replayTexts.same : replayTexts.differs}</Notice>
      <div className="columns">
        <Side title={replayTexts.recorded(formatDateTime(recorded.as_of))} side={recorded} />
        <Side title={replayTexts.replayed(formatDateTime(replayed.as_of))} side={replayed} />
      </div>
      {differences.length === 0 ? null : <Differences differences={differences} />}
      {notes.length === 0 ? null : (
        <ul className="stack tight small quiet">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Side({
  title,
  side: { response, packs },
}: {
  readonly title: string;
  readonly side: ReplaySideEntry;
}) {
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <div className="row wrap">
        <StatusBadge status={response.status} />
        <BandBadge confidence={response.confidence} status={response.status} />
      </div>
      {response.answer === '' ? (
        <p className="quiet">{texts.withoutAnswer[response.status] ?? recordTexts.nothingSaid}</p>
      ) : (
        <MarkdownText text={response.answer} />
      )}
      <p className="small quiet">
        {packs.length === 0
          ? replayTexts.noPacks
          : packs.map(({ id, name, version }) => replayTexts.pack(name ?? id, version)).join(', ')}
      </p>
    </section>
  );
}

function Differences({ differences }: Pick<ReplayEntry, 'differences'>) {
  return (
    <Table
      caption={replayTexts.differences}
      columns={[replayTexts.what, replayTexts.was, replayTexts.now, replayTexts.causes]}
    >
      {differences.map(({ kind, part, title, recorded, replayed, causes }) => (
        <tr key={`${kind} ${part} ${title} ${recorded} ${replayed}`}>
          <td className="wraps">
            {[replayTexts.kinds[kind] ?? kind, title ?? replayTexts.parts[part ?? ''] ?? ''].join(' ')}
          </td>
          <td className="wraps pre">{wordsOf(recorded)}</td>
          <td className="wraps pre">{wordsOf(replayed)}</td>
          <td className="wraps">
            {causes.length === 0
              ? replayTexts.noCause
              : causes.map(({ kind: cause, text }) => <p key={cause}>{text}</p>)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function wordsOf(value: ReplayEntry['differences'][number]['recorded']): string {
  if (value === null || value === '') return replayTexts.none;
  if (typeof value === 'boolean') return value ? replayTexts.yes : replayTexts.no;
  return String(value);
}
