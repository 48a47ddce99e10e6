/** Every way in which a log, or what is said of it, can be wrong. The list is closed: whoever catches can cover it. */
export type LogErrorCode =
  /** A size is no whole number from 0 to 2^53 - 1, or sizes stand in the wrong order. */
  | 'size_invalid'
  /** The tree of this size has no such leaf, node or tile. */
  | 'outside_tree'
  /** A hash does not have 32 bytes. */
  | 'hash_invalid'
  /** A frontier does not have one hash for each complete subtree of its size. */
  | 'frontier_invalid'
  /** The proof has more or fewer hashes than this leaf, or these sizes, ask for. */
  | 'proof_length_wrong'
  /** What the proof leads to is not the root. */
  | 'root_wrong'
  /** What the proof leads to is not the root that the log had before. */
  | 'older_root_wrong'
  /** A tile's level, index, width or path is none, or its bytes are not as many as its width says. */
  | 'tile_invalid'
  /** A leaf is not written as leaves are. */
  | 'entry_invalid'
  | 'checkpoint_malformed'
  /** The checkpoint is of another log. */
  | 'origin_wrong'
  | 'note_malformed'
  | 'key_malformed'
  /** The id in a key's text is not the one that its name and its bytes have. */
  | 'key_id_wrong'
  /** Two trusted keys have one name and id: which of them signed cannot be said. */
  | 'key_ambiguous'
  /** A signature that carries the name and id of a known key was not made by it. */
  | 'signature_wrong'
  /** No known key has signed. */
  | 'signature_missing'
  /** A salt does not have 32 bytes, or is not written in lower-case hexadecimal. */
  | 'salt_invalid'
  /** The text, under this salt, is not the one that was committed to. */
  | 'commitment_wrong'
  /** A line of an exported bundle is not written as such lines are, or stands where it does not belong. */
  | 'line_malformed'
  /** A line, or the number of lines, is beyond the limits. */
  | 'bundle_too_large'
  /** The bundle ends before its last line does. */
  | 'bundle_truncated'
  /** Something follows the last line of a bundle. */
  | 'bundle_continues'
  /** The key that came with the bundle is not the one that is trusted. */
  | 'key_untrusted'
  /** A leaf is of another tenant than its bundle. */
  | 'tenant_wrong'
  /** A line's leaf index is not larger than that of the line before. */
  | 'leaf_order_wrong'
  /** A bundle that says it has everything lacks a leaf. */
  | 'leaf_missing'
  /** Two leaves are of records of one message. */
  | 'message_repeated'
  /** The fields of a record, or their salts, are not those that its leaf commits to and its state lets be there. */
  | 'fields_wrong'
  /** A record's content is said to be gone, and no deed says so. */
  | 'state_unexplained'
  /** A record's state is another than its leaf, or a later deed, says. */
  | 'state_contradicted'
  /** A bundle has not as many records and deeds as its last line says. */
  | 'counts_wrong'
  /** SHA-256 of a bundle is not what its last line says. */
  | 'digest_wrong';

/** Thrown wherever something does not hold: checks return nothing, so that "not verified" cannot be overlooked. */
export class LogError extends Error {
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, message: string) {
    super(message);
    this.name = 'LogError';
    this.code = code;
  }
}
