/** Whether two hashes are the same. They are public: how long the comparison takes tells nobody anything. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
