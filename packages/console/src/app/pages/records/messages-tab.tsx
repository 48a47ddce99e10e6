import type { AuditExportRequest } from '@avow/contract/records';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Empty } from '../../design/surface.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { ExportRecords } from './export-records.tsx';
import { ExportTable } from './export-table.tsx';
import { FoundRecords } from './found-records.tsx';
import { MessageTable } from './message-table.tsx';
import { ChannelField, filterChoices, PackField } from './record-filters.tsx';
import { TimeFields, type TimeFilter, useTimes } from './time-filter.tsx';

type Filter = TimeFilter &
  Partial<
    Record<
      | 'tab'
      | 'text'
      | 'person'
      | 'channel'
      | 'pack'
      | 'thread'
      | 'status'
      | 'band'
      | 'tripwire'
      | 'guardrail'
      | 'result',
      string
    >
  >;

type Times = ReturnType<typeof useTimes>;

interface Props {
  /** Only the latest message of each thread, which leads to all of them. */
  readonly isByThread?: boolean;
}

export function MessagesTab({ isByThread = false }: Props) {
  const filter: Filter = useSearch({ strict: false });
  const may = useMay();
  const times = useTimes(filter);
  const query = {
    end_user_id: filter.person,
    thread_id: filter.thread,
    status: filter.status,
    band: filter.band,
    tripwire_triggered: filter.tripwire,
    guardrail_id: filter.guardrail,
    guardrail_result: filter.guardrail === undefined ? undefined : filter.result,
    channel_type: filter.channel,
    content_pack_id: filter.pack,
    created_from: times.from,
    created_before: times.before,
    ...(isByThread ? { latest_in_thread: true } : {}),
    limit: 50,
  };
  const { limit: _, latest_in_thread: __, ...criteria } = { latest_in_thread: false, ...query };
  const isFiltered = Object.values(criteria).some((value) => value !== undefined);
  const selection = selectionOf(filter, times);
  const text = may('audit:read') ? filter.text : undefined;
  const messages = useList('listMessages', { query }, { enabled: text === undefined });
  return (
    <div className="stack">
      <Filters filter={filter} />
      {filter.guardrail === undefined ? null : (
        <FoundBy guardrailId={filter.guardrail} result={filter.result} />
      )}
      {may('audit:read') && may('audit:export') && !isByThread ? (
        <div className="stack tight">
          <span className="small quiet">{exportHintOf(selection, filter)}</span>
          <div className="row wrap">
            <ExportTable query={text === undefined ? criteria : { ...criteria, text }} />
            {selection === null ? null : <ExportRecords selection={selection} />}
          </div>
        </div>
      ) : null}
      {text === undefined ? (
        <Loaded reading={messages}>
          {(found) =>
            found.length === 0 && !messages.hasNextPage ? (
              <Empty title={isFiltered ? recordTexts.none : recordTexts.nobody}>
                <p>{isFiltered ? recordTexts.noneHint : recordTexts.nobodyHint}</p>
              </Empty>
            ) : (
              <>
                {/* Questions that were read for one filter are not those of another. */}
                <MessageTable
                  key={JSON.stringify(query)}
                  messages={found}
                  query={query}
                  isByThread={isByThread}
                />
                <More list={messages} />
              </>
            )
          }
        </Loaded>
      ) : (
        <FoundRecords query={{ ...query, text }} />
      )}
    </div>
  );
}

/** Which guardrail the messages are listed for. */
function FoundBy(props: { readonly guardrailId: string; readonly result: string | undefined }) {
  const may = useMay();
  const insight = useCall('getGuardrailInsight', {}, { enabled: may('content:manage') });
  const found = insight.data?.guardrails.find((each) => each.guardrail_id === props.guardrailId);
  return (
    <p>{recordTexts.foundBy(found?.name ?? null, recordTexts.foundResults[props.result ?? ''] ?? null)}</p>
  );
}

/** What has not ended has no record. */
const withoutRecord: readonly (string | undefined)[] = ['queued', 'processing', 'in_review'];

function exportHintOf(selection: AuditExportRequest | null, { status }: Filter): string {
  if (selection !== null) return recordTexts.exportHint;
  return withoutRecord.includes(status) ? recordTexts.exportSelection : recordTexts.exportTableOnly;
}

/** The filter of the list as a bundle takes it; null: there are no records to export, or it cannot select them. */
function selectionOf(filter: Filter, times: Times): AuditExportRequest | null {
  const { status, tripwire, channel, pack, text, guardrail } = filter;
  if (withoutRecord.includes(status) || (channel ?? pack ?? text ?? guardrail) !== undefined) return null;
  return {
    end_user_id: filter.person,
    thread_id: filter.thread,
    status,
    band: filter.band,
    tripwire_triggered: tripwire === undefined ? undefined : tripwire === 'true',
    from: times.from,
    until: times.before,
  } as AuditExportRequest;
}

function Filters({ filter }: { readonly filter: Filter }) {
  const navigate = useNavigate();
  const may = useMay();
  const show = (search: Filter) => void navigate({ to: '/records', search, replace: true });
  const change = (name: keyof Filter) => (value: string) => {
    const { [name]: _, ...rest } = filter;
    show(value === '' ? rest : { ...rest, [name]: value });
  };
  const field = (name: keyof Filter) => ({ value: filter[name] ?? '', onChange: change(name) });
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        change('text')(String(new FormData(event.currentTarget).get('words') ?? '').trim());
      }}
    >
      {may('audit:read') ? <WordsField key={filter.text} {...field('text')} /> : null}
      <TextField label={recordTexts.person} placeholder={recordTexts.personHint} {...field('person')} />
      <ChannelField {...field('channel')} />
      <PackField label={recordTexts.answeredFrom} {...field('pack')} />
      <TextField label={recordTexts.thread} placeholder={recordTexts.threadHint} {...field('thread')} />
      <SelectField label={recordTexts.status} options={filterChoices(texts.statuses)} {...field('status')} />
      <SelectField label={recordTexts.band} options={filterChoices(texts.bands)} {...field('band')} />
      <SelectField
        label={recordTexts.tripwire}
        options={filterChoices({ true: recordTexts.tripped, false: recordTexts.notTripped })}
        {...field('tripwire')}
      />
      <TimeFields
        value={filter}
        onChange={(times) => {
          const { time: _, from: __, before: ___, ...rest } = filter;
          show({ ...rest, ...times });
        }}
      />
      <div className="row">
        <Button
          look="plain"
          onPress={() =>
            void navigate({
              to: '/records',
              search: filter.tab === undefined ? {} : { tab: filter.tab },
            })
          }
        >
          {recordTexts.clear}
        </Button>
      </div>
    </form>
  );
}

/** Looks once the words are written: each record that is found is put on the log. */
function WordsField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  return (
    <div className="row bottom">
      <TextField
        label={recordTexts.words}
        placeholder={recordTexts.wordsHint}
        type="search"
        name="words"
        value={typed}
        onBlur={() => onChange(typed.trim())}
        onChange={(next) => {
          setTyped(next);
          if (next === '') onChange('');
        }}
      />
      <Button aria-label={recordTexts.find} type="submit">
        <Icon name="search" />
      </Button>
    </div>
  );
}
