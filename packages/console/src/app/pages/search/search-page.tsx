import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Card, Empty } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { recordTexts } from '../../texts/records.ts';
import { searchTexts } from '../../texts/search.ts';
import { FoundRecords } from '../records/found-records.tsx';
import { ChannelField, PackField } from '../records/record-filters.tsx';
import { TimeFields, type TimeFilter, useTimes } from '../records/time-filter.tsx';
import { FoundItems } from './found-items.tsx';

const recordsPerPage = 20;

type Filter = TimeFilter & Partial<Record<'q' | 'pack' | 'person' | 'channel', string>>;

/** One box for everything that is written: content, curated pairs, and records with their conversations. */
export function SearchPage() {
  const filter: Filter = useSearch({ strict: false });
  const { q = '', pack, person, channel } = filter;
  const times = useTimes(filter);
  const navigate = useNavigate();
  const may = useMay();
  const [typed, setTyped] = useState(q);
  const query = {
    ...{ text: q, content_pack_id: pack, end_user_id: person, channel_type: channel },
    ...{ created_from: times.from, created_before: times.before, limit: recordsPerPage },
  };
  return (
    <PageLayout title={searchTexts.title}>
      <Card>
        <form
          className="row bottom"
          onSubmit={(event) => {
            event.preventDefault();
            void navigate({ to: '/search', search: { ...filter, q: typed.trim() } });
          }}
        >
          <div className="grow">
            <TextField label={searchTexts.words} type="search" value={typed} onChange={setTyped} isRequired />
          </div>
          <Button type="submit" look="primary">
            {searchTexts.find}
          </Button>
        </form>
        <p className="small quiet">{searchTexts.hint}</p>
        <Filters filter={filter} />
      </Card>
      {q === '' ? (
        <Empty title={searchTexts.empty}>
          <p>{searchTexts.emptyHint}</p>
        </Empty>
      ) : (
        <>
          {may('content:manage') ? (
            <Card title={searchTexts.content}>
              <FoundItems key={q} text={q} packId={pack} />
            </Card>
          ) : null}
          {may('audit:read') ? (
            <Card title={searchTexts.records}>
              <FoundRecords key={q} query={query} />
            </Card>
          ) : null}
        </>
      )}
    </PageLayout>
  );
}

/** What is looked through: a pack, and of records also whose they are, where they were asked and when. */
function Filters({ filter }: { readonly filter: Filter }) {
  const navigate = useNavigate();
  const mayRead = useMay()('audit:read');
  const show = (search: Filter) => void navigate({ to: '/search', search, replace: true });
  const field = (name: keyof Filter) => ({
    value: filter[name] ?? '',
    onChange: (value: string) => {
      const { [name]: _, ...rest } = filter;
      show(value === '' ? rest : { ...rest, [name]: value });
    },
  });
  return (
    <div className="filters">
      <PackField label={searchTexts.pack} {...field('pack')} />
      {mayRead ? (
        <>
          <TextField label={recordTexts.person} placeholder={recordTexts.personHint} {...field('person')} />
          <ChannelField {...field('channel')} />
          <TimeFields
            value={filter}
            onChange={(times) => {
              const { time: _, from: __, before: ___, ...rest } = filter;
              show({ ...rest, ...times });
            }}
          />
        </>
      ) : null}
    </div>
  );
}
