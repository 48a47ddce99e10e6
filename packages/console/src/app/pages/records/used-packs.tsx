import type { AuditRecord } from '@avow/contract';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';
import { recordTexts } from '../../texts/records.ts';
import { texts } from '../../texts.ts';

/** The versions that were served when a question was asked; by name for people who may see packs. */
export function UsedPacks({ packs }: { readonly packs: AuditRecord['pack_versions'] }) {
  const may = useMay();
  const isNamed = may('content:manage');
  return (
    <p className="small quiet">
      {`${recordTexts.fromPacks}: `}
      {packs.length === 0 ? texts.none : null}
      {packs.map(({ pack_id: id, version }, index) => (
        <Fragment key={id}>
          {index === 0 ? '' : ', '}
          {isNamed ? <PackLink packId={id} /> : <span className="mono">{id}</span>}
          {` ${recordTexts.packVersion(version)}`}
        </Fragment>
      ))}
    </p>
  );
}

/** A pack that was deleted since keeps its id. */
function PackLink({ packId }: { readonly packId: string }) {
  const pack = useCall('getContentPack', { params: { pack_id: packId } });
  if (pack.data === undefined) return <span className="mono">{packId}</span>;
  return (
    <Link to="/content/$packId" params={{ packId }} search={{ tab: 'versions' }}>
      {pack.data.name}
    </Link>
  );
}
