import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { timeSchema } from '../fields/time.ts';
import { messageStatuses } from '../values/enumerations.ts';

const charactersMax = 4096;

/** Bytes in base64 for addresses (RFC 4648, section 5), without padding. */
const base64UrlSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]*$/)
  .max(charactersMax);

/** Several of them, joined by points, and nothing where there is none. */
const placesSchema = z
  .string()
  .regex(/^[A-Za-z0-9_.-]+$/)
  .max(charactersMax);

const indexSchema = z.int().min(0);
const inclusionSchema = base64UrlSchema.meta({
  description: 'The hashes of the RFC 6962 inclusion proof, one after the other, lowest first.',
});

const receiptEventSchema = z
  .strictObject({
    leaf: indexSchema,
    entry: z.string().min(1).meta({ description: 'The exact text of the leaf.' }),
    inclusion: inclusionSchema,
  })
  .meta({ id: 'ReceiptEvent' });

/** What proves one answer without the service. Its spelling is part of it: keep it as it is. */
export const receiptSchema = z
  .strictObject({
    avow_receipt: z.literal(1).meta({ description: 'The version of the format.' }),
    tenant: idSchema('ten'),
    message: idSchema('msg'),
    time: timeSchema.meta({ description: 'When it was asked.' }),
    status: openEnum(messageStatuses, 'How the message ended.'),
    commitments: placesSchema.meta({
      description:
        'What the leaf commits to: HMAC-SHA-256 of `question`, `refined_question`, `answer`, `response`, `sources`, `metadata`, `trace`, `end_user_id`, `content_state`, `facts` and `rules`, in this order, joined by points, with nothing where the record has no such field.',
    }),
    salts: placesSchema.meta({
      description:
        'The keys that open the commitments to `question`, `answer`, `response`, `sources` and `content_state`, likewise.',
    }),
    sources: z
      .array(z.array(z.union([z.string(), z.int()])))
      .meta({
        description:
          'What the answer cites: for each version of a content pack its id and number, and then the id of each document or pair with the first 16 bytes of the commitment to its text. Not there if nothing is cited, or if the receipt would be too large.',
      })
      .exactOptional(),
    leaf: indexSchema.meta({ description: 'The position of the leaf in the log.' }),
    inclusion: inclusionSchema,
    size: z.int().min(1).meta({
      description: 'The size of the signed tree. Its root follows from the leaf and the proof.',
    }),
    key: base64UrlSchema.meta({
      description:
        'The Ed25519 key that signed. Compare it with one that you obtained separately; do not trust the one in the receipt.',
    }),
    signature: base64UrlSchema.meta({
      description:
        'Of the checkpoint: `avow/` and the tenant, the size, and the root in base64, a line each.',
    }),
    extensions: z
      .array(z.string())
      .meta({ description: 'Further lines of the checkpoint: only one that replaces the key has any.' })
      .exactOptional(),
    state: openEnum(
      ['redacted', 'erased', 'expired', 'dropped'],
      'What became of the content. Not there while all of it is stored.',
    ).exactOptional(),
    event: receiptEventSchema
      .meta({ description: 'The entry of the same tree which says that the content was destroyed.' })
      .exactOptional(),
  })
  .meta({ id: 'Receipt' });

export type ReceiptEntry = z.output<typeof receiptSchema>;
