import { texts } from '../texts.ts';
import { CopyId } from './copy.tsx';
import { FactList } from './surface.tsx';

/** Ids and hashes, for those who look for them. */
export function IdDetails({ ids }: { readonly ids: readonly (readonly [name: string, id: string])[] }) {
  if (ids.length === 0) return null;
  return (
    <details className="small">
      <summary>{texts.ids}</summary>
      <FactList rows={ids.map(([name, id]) => [name, <CopyId key={name} id={id} />] as const)} />
    </details>
  );
}
