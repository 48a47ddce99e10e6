import { z } from 'zod';
import { hashSchema } from '../fields/hash.ts';
import { idSchema } from '../fields/ids.ts';
import { timeSchema } from '../fields/time.ts';
import { auditLimits } from './audit-limits.ts';

export const proofHashesSchema = z.array(hashSchema).max(auditLimits.proofHashesMax);

/** As C2SP writes it: a name, the id of the key, and the key itself. */
const verifierKeySchema = z
  .string()
  .regex(/^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/)
  .meta({
    description:
      'The key that verifies the signed checkpoint. Use a key that you obtained separately; do not trust the one delivered with the proof.',
  });

const leafTextSchema = z.string().min(1).meta({
  description:
    'The exact text of the leaf. Its hash is SHA-256 of a zero byte followed by the UTF-8 bytes of this text.',
});

const checkpointSchema = z
  .strictObject({
    size: z.int().min(1).meta({ description: 'The number of leaves in the log.' }),
    root: hashSchema.meta({ description: 'The root hash of the tree over these leaves.' }),
    note: z.string().min(1).meta({ description: 'The exact text of the signed checkpoint.' }),
    created_at: timeSchema,
  })
  .meta({ id: 'Checkpoint' });

const provenEventSchema = z
  .strictObject({
    leaf_index: z.int().min(0),
    leaf_hash: hashSchema,
    entry: leafTextSchema,
    inclusion: proofHashesSchema.meta({
      description: 'The inclusion proof from this leaf to the root of the same checkpoint.',
    }),
  })
  .meta({ id: 'ProvenLogEvent' });

/** Proves that the record of a message is in the log of its tenant, without trust in the service. */
export const auditProofSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    leaf_index: z.int().min(0),
    leaf_hash: hashSchema,
    entry: leafTextSchema,
    salts: z.record(z.string(), hashSchema).nullable().meta({
      description:
        'For each field that the leaf commits to, the salt that opens the commitment, which is HMAC-SHA-256 of the field text keyed with the salt. Once the content is erased or expired, only the salts of `facts` and `rules`; null once none remains.',
    }),
    checkpoint: checkpointSchema.meta({ description: 'A signed checkpoint that covers the leaf.' }),
    inclusion: proofHashesSchema.meta({
      description:
        'The RFC 6962 inclusion proof from the leaf to the root of the checkpoint, lowest hash first.',
    }),
    events: z.array(provenEventSchema).meta({
      description: 'Later events on the record, which are its erasure or expiry, oldest first.',
    }),
    rules_in_force: z.array(provenEventSchema).max(auditLimits.rulesMax).meta({
      description:
        'The leaves that say what it was answered by, oldest first. The leaf of the record commits to their indexes under the name `rules`, as a JSON array.',
    }),
    verifier_key: verifierKeySchema,
  })
  .refine(({ leaf_index: index, checkpoint }) => index < checkpoint.size, {
    path: ['checkpoint'],
    error: 'The checkpoint does not cover the leaf',
  })
  .meta({ id: 'AuditProof' });

export type AuditProof = z.output<typeof auditProofSchema>;
