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
  | 'signature_missing';

/** Thrown wherever something does not hold: checks return nothing, so that "not verified" cannot be overlooked. */
export class LogError extends Error {
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, message: string) {
    super(message);
    this.name = 'LogError';
    this.code = code;
  }
}
