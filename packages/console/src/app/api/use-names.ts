import { visitorName } from '../design/codes.ts';
import { texts } from '../texts.ts';
import { useMay } from './session.ts';
import { useList } from './use-call.ts';

const listedMax = 100;
const query = { query: { limit: listedMax } };

/** The names of people, keys and packs by their ids, as far as the person who is signed in may read them. */
export function useNames(): (id: string) => string | null {
  const may = useMay();
  const users = useList('listUsers', query, { enabled: may('keys:manage') });
  const keys = useList('listApiKeys', query, { enabled: may('keys:manage') });
  const packs = useList('listContentPacks', query, { enabled: may('content:manage') });
  const names = new Map([
    ...(users.data ?? []).map(({ user_id: id, name }) => [id as string, name] as const),
    ...(keys.data ?? []).map(({ key_id: id, name }) => [id as string, name] as const),
    ...(packs.data ?? []).map(({ id, name }) => [id as string, name] as const),
  ]);
  return (id) => names.get(id) ?? null;
}

/** The same; who has no name that may be read here is somebody, or an application. */
export function useCallerNames(): (id: string) => string {
  const nameOf = useNames();
  return (id) =>
    nameOf(id) ??
    visitorName(id) ??
    (id.startsWith('usr_') ? texts.somePerson : id.startsWith('key_') ? texts.someKey : id);
}
