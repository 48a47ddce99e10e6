import { suffixOf } from './typeid.ts';

const prefixes = ['msg', 'req', 'aud'];

/** The message id for any of the three ids of a message. Null if the text is none of them. */
export function messageIdFrom(name: string): `msg_${string}` | null {
  const suffix = suffixOf(name, prefixes);
  return suffix === null ? null : `msg_${suffix}`;
}
