import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Button } from '../../design/button.tsx';
import { TextField } from '../../design/field.tsx';
import { Card, Empty } from '../../design/surface.tsx';
import { PageLayout } from '../../frame/page-layout.tsx';
import { searchTexts } from '../../texts/search.ts';
import { FoundRecords } from '../records/found-records.tsx';
import { FoundItems } from './found-items.tsx';

const recordsPerPage = 20;

/** One box for everything that is written: content, curated pairs, and records with their conversations. */
export function SearchPage() {
  const { q = '' } = useSearch({ strict: false });
  const navigate = useNavigate();
  const may = useMay();
  const [typed, setTyped] = useState(q);
  const find = () => void navigate({ to: '/search', search: { q: typed.trim() } });
  return (
    <PageLayout title={searchTexts.title}>
      <Card>
        <form
          className="row bottom"
          onSubmit={(event) => {
            event.preventDefault();
            find();
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
      </Card>
      {q === '' ? (
        <Empty title={searchTexts.empty}>
          <p>{searchTexts.emptyHint}</p>
        </Empty>
      ) : (
        <>
          {may('content:manage') ? (
            <Card title={searchTexts.content}>
              <FoundItems key={q} text={q} />
            </Card>
          ) : null}
          {may('audit:read') ? (
            <Card title={searchTexts.records}>
              <FoundRecords key={q} query={{ text: q, limit: recordsPerPage }} />
            </Card>
          ) : null}
        </>
      )}
    </PageLayout>
  );
}
