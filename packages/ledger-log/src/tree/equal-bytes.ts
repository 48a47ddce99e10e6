/** Whether two hashes are equal. They are public, so the comparison need not take constant time. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
