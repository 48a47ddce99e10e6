import { z } from 'zod';

/** SHA-256 or HMAC-SHA-256, in lower-case hexadecimal. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
