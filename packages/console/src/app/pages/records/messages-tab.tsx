import type { AuditExportRequest } from '@avow/contract/records';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { useCall, useList } from '../../api/use-call.ts';
import { Button } from '../../design/button.tsx';
import { SelectField, TextField } from '../../design/field.tsx';
import { Loaded } from '../../design/loaded.tsx';
import { More } from '../../design/more.tsx';
import { Empty } from '../../design/surface.tsx';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';
import { ExportRecords } from './export-records.tsx';
import { MessageTable } from './message-table.tsx';

type Filter = Partial<
  Record<
    'person' | 'thread' | 'status' | 'band' | 'tripwire' | 'guardrail' | 'result' | 'from' | 'before',
    string
  >
>;

const timeOf = (day: string | undefined) => (day === undefined ? undefined : `${day}T00:00:00.000Z`);

export function MessagesTab() {
  const filter: Filter = useSearch({ strict: false });
  const may = useMay();
  const query = {
    end_user_id: filter.person,
    thread_id: filter.thread,
    status: filter.status,
    band: filter.band,
    tripwire_triggered: filter.tripwire,
    guardrail_id: filter.guardrail,
    guardrail_result: filter.guardrail === undefined ? undefined : filter.result,
    created_from: timeOf(filter.from),
    created_before: timeOf(filter.before),
    limit: 50,
  };
  const { limit: _, ...criteria } = query;
  const isFiltered = Object.values(criteria).some((value) => value !== undefined);
  const selection = selectionOf(filter);
  const messages = useList('listMessages', { query });
  return (
    <div className="stack">
      <Filters filter={filter} />
      {filter.guardrail === undefined ? null : (
        <FoundBy guardrailId={filter.guardrail} result={filter.result} />
      )}
      {may('audit:read') && may('audit:export') ? (
        <div className="row between wrap">
          <span className="small quiet">
            {selection === null ? recordTexts.exportSelection : recordTexts.exportHint}
          </span>
          {selection === null ? null : <ExportRecords selection={selection} />}
        </div>
      ) : null}
      <Loaded reading={messages}>
        {(found) =>
          found.length === 0 ? (
            <Empty title={isFiltered ? recordTexts.none : recordTexts.nobody}>
              <p>{isFiltered ? recordTexts.noneHint : recordTexts.nobodyHint}</p>
            </Empty>
          ) : (
            <>
              {/* Questions that were read for one filter are not those of another. */}
              <MessageTable key={JSON.stringify(query)} messages={found} query={query} />
              <More list={messages} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Which guardrail the messages are listed for. */
function FoundBy(props: { readonly guardrailId: string; readonly result: string | undefined }) {
  const may = useMay();
  const insight = useCall('getGuardrailInsight', {}, { enabled: may('insights:read') });
  const found = insight.data?.guardrails.find((each) => each.guardrail_id === props.guardrailId);
  return (
    <p>{recordTexts.foundBy(found?.name ?? null, recordTexts.foundResults[props.result ?? ''] ?? null)}</p>
  );
}

/** What has not ended has no record. */
const withoutRecord: readonly (string | undefined)[] = ['queued', 'processing', 'in_review'];

/** The filter of the list as an export takes it; null: there are no records to export. */
function selectionOf(filter: Filter): AuditExportRequest | null {
  const { status, tripwire, guardrail } = filter;
  // An export does not select by guardrail.
  if (guardrail !== undefined || withoutRecord.includes(status)) return null;
  return {
    end_user_id: filter.person,
    thread_id: filter.thread,
    status,
    band: filter.band,
    tripwire_triggered: tripwire === undefined ? undefined : tripwire === 'true',
    from: timeOf(filter.from),
    until: timeOf(filter.before),
  } as AuditExportRequest;
}

function Filters({ filter }: { readonly filter: Filter }) {
  const navigate = useNavigate();
  const change = (name: keyof Filter) => (value: string) => {
    const { [name]: _, ...rest } = filter;
    const next = value === '' ? rest : { ...rest, [name]: value };
    void navigate({ to: '/records', search: next, replace: true });
  };
  const choices = (names: Readonly<Record<string, string>>) => [
    { value: '', label: recordTexts.any },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
  const field = (name: keyof Filter) => ({ value: filter[name] ?? '', onChange: change(name) });
  return (
    <form className="filters" onSubmit={(event) => event.preventDefault()}>
      <TextField label={recordTexts.person} placeholder={recordTexts.personHint} {...field('person')} />
      <TextField label={recordTexts.thread} placeholder={recordTexts.threadHint} {...field('thread')} />
      <SelectField label={recordTexts.status} options={choices(texts.statuses)} {...field('status')} />
      <SelectField label={recordTexts.band} options={choices(texts.bands)} {...field('band')} />
      <SelectField
        label={recordTexts.tripwire}
        options={choices({ true: recordTexts.tripped, false: recordTexts.notTripped })}
        {...field('tripwire')}
      />
      <TextField label={recordTexts.from} type="date" {...field('from')} />
      <TextField label={recordTexts.before} type="date" {...field('before')} />
      <div className="row">
        <Button look="plain" onPress={() => void navigate({ to: '/records', search: {} })}>
          {recordTexts.clear}
        </Button>
      </div>
    </form>
  );
}
