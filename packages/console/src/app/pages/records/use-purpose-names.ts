import { useMay } from '../../api/session.ts';
import { useCall } from '../../api/use-call.ts';

/** What people call the purposes of the tenant; null: it has none of that id. */
export function usePurposeNames(): (id: string) => string | null {
  const may = useMay();
  const { data } = useCall('getPurposes', {}, { enabled: may('messages:read') });
  return (id) => data?.purposes.find((purpose) => purpose.id === id)?.title ?? null;
}
