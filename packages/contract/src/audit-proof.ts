import { z } from 'zod';
import { auditLimits } from './audit-limits.ts';
import { hashSchema } from './hash.ts';
import { idSchema } from './ids.ts';
import { timeSchema } from './time.ts';

export const proofHashesSchema = z.array(hashSchema).max(auditLimits.proofHashesMax);

/** As C2SP writes it: a name, the id of the key, and the key itself. */
const verifierKeySchema = z
  .string()
  .regex(/^[^+\s]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/)
  .meta({
    description:
      'What verifies the note of the checkpoint. Trust one that you have from elsewhere, not the one that comes with what it is to prove.',
  });

const leafTextSchema = z.string().min(1).meta({
  description: 'The leaf to the letter: its hash is SHA-256 of a zero byte and the UTF-8 of this text.',
});

const checkpointSchema = z
  .strictObject({
    size: z.int().min(1).meta({ description: 'How many leaves the log had.' }),
    root: hashSchema.meta({ description: 'The root of the tree of these leaves.' }),
    note: z.string().min(1).meta({ description: 'The checkpoint as it was signed, to the letter.' }),
    created_at: timeSchema,
  })
  .meta({ id: 'Checkpoint' });

const provedDeedSchema = z
  .strictObject({
    leaf_index: z.int().min(0),
    leaf_hash: hashSchema,
    entry: leafTextSchema,
    inclusion: proofHashesSchema.meta({ description: 'From this leaf to the root of the same checkpoint.' }),
  })
  .meta({ id: 'ProvedDeed' });

/** That the record of a message stands on the log of its tenant, for someone who does not take our word for it. */
export const auditProofSchema = z
  .strictObject({
    message_id: idSchema('msg'),
    leaf_index: z.int().min(0),
    leaf_hash: hashSchema,
    entry: leafTextSchema,
    salts: z.record(z.string(), hashSchema).nullable().meta({
      description:
        'For each field that the leaf commits to, the salt that opens the commitment: HMAC-SHA-256 of the text of the field under it. Of a record whose content is gone, that of `facts` alone; null where none is left.',
    }),
    checkpoint: checkpointSchema.meta({ description: 'It covers the leaf.' }),
    inclusion: proofHashesSchema.meta({
      description: 'From the leaf to the root of the checkpoint, the lowest hash first (RFC 6962).',
    }),
    deeds: z.array(provedDeedSchema).meta({
      description: 'What was done with the record later: its erasure or its expiry, oldest first.',
    }),
    verifier_key: verifierKeySchema,
  })
  .refine(({ leaf_index: index, checkpoint }) => index < checkpoint.size, {
    path: ['checkpoint'],
    error: 'Does not cover the leaf',
  })
  .meta({ id: 'AuditProof' });

export type AuditProof = z.output<typeof auditProofSchema>;
