import './content.css';
import { Link } from '@tanstack/react-router';
import { useCall } from '../../api/use-call.ts';
import { texts } from '../../texts.ts';

/** The way back to the pack that something is part of. */
export function ContentCrumbs({ packId, tab }: { readonly packId: string; readonly tab: string }) {
  const pack = useCall('getContentPack', { params: { pack_id: packId } });
  return (
    <>
      <Link to="/content">{texts.pages.content}</Link>
      <span aria-hidden="true">{texts.crumb}</span>
      <Link to="/content/$packId" params={{ packId }} search={{ tab }}>
        {pack.data?.name ?? packId}
      </Link>
      <span aria-hidden="true">{texts.crumb}</span>
    </>
  );
}
