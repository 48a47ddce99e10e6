import { suffixOf } from './typeid.ts';

const prefixes = ['msg', 'req', 'aud'];

/** The id of the message that a text names. It has three names: whichever of them somebody kept will do. Null: it is none. */
export function messageIdFrom(name: string): `msg_${string}` | null {
  const suffix = suffixOf(name, prefixes);
  return suffix === null ? null : `msg_${suffix}`;
}
