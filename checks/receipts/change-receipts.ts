import type { Random } from '@avow/guardrails/testing';
import { byteChanges } from '../byte-changes.ts';
import type { ReceiptCase } from './receipt-cases.ts';

type Members = Readonly<Record<string, unknown>>;

const textOf = ({ bytes }: ReceiptCase) => new TextDecoder().decode(bytes);
const membersOf = (receipt: ReceiptCase): Members => JSON.parse(textOf(receipt));

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';

/** The changed text; null where it cannot be made. */
type Change = (receipt: ReceiptCase, other: ReceiptCase, random: Random) => string | null;

/** A change of one member whose value is a text. */
const ofText =
  (change: (value: string, random: Random) => string): Change =>
  (receipt, _other, random) => {
    const members = membersOf(receipt);
    const names = Object.keys(members).filter((name) => typeof members[name] === 'string');
    const name = random.pick(names);
    return JSON.stringify({ ...members, [name]: change(String(members[name]), random) });
  };

const memberChanges: Readonly<Record<string, Change>> = {
  'a member less': (receipt, _other, random) => {
    const members = membersOf(receipt);
    const left = random.pick(Object.keys(members));
    return JSON.stringify(Object.fromEntries(Object.entries(members).filter(([name]) => name !== left)));
  },
  'a member of another': (receipt, other, random) => {
    const [members, others] = [membersOf(receipt), membersOf(other)];
    const name = random.pick(Object.keys(others));
    return JSON.stringify({ ...members, [name]: others[name] });
  },
  'a member twice': (receipt, other, random) => {
    const name = random.pick(Object.keys(membersOf(receipt)));
    const value = JSON.stringify(membersOf(other)[name] ?? 0);
    return textOf(receipt).replace('{', `{${JSON.stringify(name)}:${value},`);
  },
  'a member more': (receipt, _other, random) =>
    JSON.stringify({ ...membersOf(receipt), [random.letters(5, 'abcde')]: random.below(9) }),
  'members in another order': (receipt, _other, random) => {
    const entries = Object.entries(membersOf(receipt));
    const at = random.below(entries.length - 1);
    const moved = entries.splice(at, 1);
    return JSON.stringify(Object.fromEntries([...entries, ...moved]));
  },
  'another character': ofText((value, random) => {
    const at = random.below(value.length + 1);
    return [...value].toSpliced(at, random.below(2), random.letters(1, alphabet)).join('');
  }),
  'parts exchanged': ofText((value, random) => {
    const parts = value.split('.');
    const at = random.below(parts.length);
    const moved = parts.splice(at, 1);
    return [...parts, ...moved].join('.');
  }),
  'a part less': ofText((value, random) => {
    const parts = value.split('.');
    return parts.with(random.below(parts.length), '').join('.');
  }),
  'a hash less': ofText((value) => value.slice(0, -43)),
  'hashes in another order': ofText((value) => value.slice(43) + value.slice(0, 43)),
  'another number': (receipt, _other, random) => {
    const members = membersOf(receipt);
    const name = random.pick(['leaf', 'size', 'avow_receipt']);
    const numbers = [Number(members[name]) + 1 + random.below(9), -1, 0, 1.5, 2 ** 53, 1e21];
    return JSON.stringify({ ...members, [name]: random.pick(numbers) });
  },
  'another state': (receipt, _other, random) =>
    JSON.stringify({
      ...membersOf(receipt),
      state: random.pick(['present', 'redacted', 'erased', 'expired', 'dropped', 'gone', null]),
    }),
  'another document': (receipt, _other, random) => {
    const text = textOf(receipt);
    const changed = text.replace(
      /"doc_\w+(.)","(.)/,
      (found) => found.slice(0, -1) + random.letters(1, alphabet),
    );
    return changed === text ? null : changed;
  },
  'another kind of value': (receipt, _other, random) => {
    const members = membersOf(receipt);
    const name = random.pick(Object.keys(members));
    return JSON.stringify({ ...members, [name]: random.pick([null, true, [], {}, '', 0, [[]], 'x']) });
  },
};

/** White space between tokens is free. */
const isSame = (one: Uint8Array, other: Uint8Array) => {
  const bare = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/[ \t\r\n]+/g, '');
  return bare(one) === bare(other);
};

/** As many changes as asked for, of which each breaks one of these sound receipts. */
export function changeReceipts(
  receipts: readonly ReceiptCase[],
  { count, random }: { readonly count: number; readonly random: Random },
): readonly ReceiptCase[] {
  const changed: ReceiptCase[] = [];
  while (changed.length < count) {
    const receipt = random.pick(receipts);
    const [name, bytes] = changeOne(receipt, random.pick(receipts), random);
    if (bytes === null || receipts.some((sound) => isSame(sound.bytes, bytes))) continue;
    changed.push({ ...receipt, name: `${name}, in ${receipt.name}`, bytes, expected: 'broken' });
  }
  return changed;
}

function changeOne(
  receipt: ReceiptCase,
  other: ReceiptCase,
  random: Random,
): readonly [name: string, bytes: Uint8Array | null] {
  if (random.below(3) === 0) {
    const [name, change] = random.pick(Object.entries(byteChanges));
    return [name, change(Buffer.from(receipt.bytes), random)];
  }
  const [name, change] = random.pick(Object.entries(memberChanges));
  const text = change(receipt, other, random);
  return [name, text === null ? null : new TextEncoder().encode(text)];
}
