/**
 * Witnesses: those who cosign what a log has become, at a time, after they have seen that it only grew. The formats are
 * those of C2SP: tlog-cosignature, tlog-witness and tlog-policy.
 */

// Cosignatures and their keys.

export { type Cosignature, cosign, openCosignatures, parseSignatureLines } from './witnesses/cosignature.ts';
export {
  formatWitnessKey,
  makeWitnessKey,
  parseWitnessKey,
  type WitnessKey,
} from './witnesses/witness-key.ts';

// Asking a witness.

export {
  type AddCheckpointRequest,
  addCheckpointBytesMax,
  formatAddCheckpoint,
  parseAddCheckpoint,
} from './witnesses/add-checkpoint.ts';

// Which witnesses are known, and how many must have cosigned.

export {
  hasQuorum,
  type PolicyLog,
  type PolicyWitness,
  parseWitnessPolicy,
  type WitnessPolicy,
} from './witnesses/witness-policy.ts';
