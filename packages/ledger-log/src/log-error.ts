/** Every way in which a log or a statement about it can be wrong. The union is closed, so a switch can be exhaustive. */
export type LogErrorCode =
  /** A size is not an integer from 0 to 2^53 - 1, or sizes are in the wrong order. */
  | 'size_invalid'
  /** The tree of this size has no such leaf, node or tile. */
  | 'outside_tree'
  /** A hash does not have 32 bytes. */
  | 'hash_invalid'
  /** A frontier does not have one hash for each complete subtree of its size. */
  | 'frontier_invalid'
  /** The proof has more or fewer hashes than this leaf, or these sizes, require. */
  | 'proof_length_wrong'
  /** The root computed from the proof is not the expected one. */
  | 'root_wrong'
  /** The older root computed from the proof is not the expected one. */
  | 'older_root_wrong'
  /** The level, index, width or path of a tile is invalid, or its length does not match its width. */
  | 'tile_invalid'
  /** A leaf is malformed or not in canonical form. */
  | 'entry_invalid'
  | 'checkpoint_malformed'
  /** The checkpoint belongs to another log. */
  | 'origin_wrong'
  | 'note_malformed'
  | 'key_malformed'
  /** The id in a key's text does not match its name and bytes. */
  | 'key_id_wrong'
  /** Two trusted keys have the same name and id, so the signer is ambiguous. */
  | 'key_ambiguous'
  /** A signature with the name and id of a known key does not verify. */
  | 'signature_wrong'
  /** No known key has signed. */
  | 'signature_missing'
  /** A statement that the key of a log was replaced is malformed, not signed by both keys, or does not follow from the others. */
  | 'key_change_invalid'
  /** That the trees of a checkpoint and of the statements about replaced keys are beginnings of one log is not proved. */
  | 'key_change_unproved'
  /** That the checkpoint of a bundle extends one that others attest is not proved. */
  | 'attestation_unproved'
  /** The key that signed a checkpoint is a key of the log, but not the one for a checkpoint of this size. */
  | 'key_not_valid'
  /** A cosignature is not that of a witness over a checkpoint, or states no time. */
  | 'cosignature_malformed'
  /** A request to a witness is malformed. */
  | 'request_malformed'
  /** A list of logs and witnesses is malformed. */
  | 'policy_malformed'
  /** A salt is not 32 bytes in lower-case hexadecimal. */
  | 'salt_invalid'
  /** The text and the salt do not open the commitment. */
  | 'commitment_wrong'
  /** A receipt is not JSON of its form, or not in its one spelling. */
  | 'receipt_malformed'
  /** A line of a bundle is malformed, not in canonical form, or in the wrong position. */
  | 'line_malformed'
  /** A line, or the number of lines, exceeds a limit. */
  | 'bundle_too_large'
  /** The bundle ends before its last line does. */
  | 'bundle_truncated'
  /** There is data after the last line of a bundle. */
  | 'bundle_continues'
  /** The key in the bundle, or of the log, is not the trusted key, and no statement leads from one to the other. */
  | 'key_untrusted'
  /** A leaf belongs to another tenant than its bundle. */
  | 'tenant_wrong'
  /** A line's leaf index is not larger than that of the line before. */
  | 'leaf_order_wrong'
  /** A bundle that claims to be complete lacks a leaf. */
  | 'leaf_missing'
  /** Two leaves are records of the same message. */
  | 'message_repeated'
  /** The fields of a record, or their salts, are not those that its leaf and its state require. */
  | 'fields_wrong'
  /** A record's content is marked as destroyed, but no event says so. */
  | 'state_unexplained'
  /** A record's state contradicts its leaf or a later event. */
  | 'state_contradicted'
  /** The numbers of records and events differ from the last line of the bundle. */
  | 'counts_wrong'
  /** The SHA-256 of a bundle does not match its last line. */
  | 'digest_wrong';

/** Thrown by every verification that fails: verify functions return nothing, so that a failure cannot be ignored. */
export class LogError extends Error {
  readonly code: LogErrorCode;

  constructor(code: LogErrorCode, message: string) {
    super(message);
    this.name = 'LogError';
    this.code = code;
  }
}
