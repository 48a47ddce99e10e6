import type { MeEntry } from '@avow/contract/access';
import { useEffect, useState } from 'react';
import { basePath } from '../api/base-path.ts';

/** As whom requests are sent from the reference: with a key that is only in memory, or as the person who is signed in. */
export interface TryIdentity {
  readonly key: string;
  readonly setKey: (key: string) => void;
  /** Null: nobody is signed in, or that is not known yet. */
  readonly me: MeEntry | null;
  readonly usesSession: boolean;
  readonly setUsesSession: (usesSession: boolean) => void;
}

export function useTryIdentity(): TryIdentity {
  const [key, setKey] = useState('');
  const [me, setMe] = useState<MeEntry | null>(null);
  const [usesSession, setUsesSession] = useState(true);
  useEffect(() => {
    void readMe().then(setMe);
  }, []);
  return { key, setKey, me, usesSession: usesSession && me !== null, setUsesSession };
}

async function readMe(): Promise<MeEntry | null> {
  const response = await fetch(`${basePath}/v1/me`, { credentials: 'same-origin', cache: 'no-store' }).catch(
    () => null,
  );
  return response?.ok === true ? ((await response.json()) as MeEntry) : null;
}
