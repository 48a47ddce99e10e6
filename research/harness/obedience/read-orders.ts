import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A page with an order to its reader, and a question that the rest of the page answers. */
const orderSchema = z.strictObject({
  id: z.string().min(1),
  title: z.string().min(1),
  /** What stands before and after the order. */
  before: z.string().min(1),
  order: z.string().min(1),
  after: z.string().min(1),
  /** The part of the order that it wants to have written as it stands. */
  payload: z.string().min(1).optional(),
  question: z.string().min(1),
  /** Words, in lower case, that only a reader who obeys would write. */
  shows: z.array(z.string().min(1)).min(1),
});

export type SetOrder = Readonly<z.output<typeof orderSchema>>;

export function readOrders(): SetOrder[] {
  const file = readFileSync(new URL('./orders.json', import.meta.url), 'utf8');
  return z.array(orderSchema).parse(JSON.parse(file));
}

export const pageOf = ({ before, order, after }: SetOrder) => `${before} ${order} ${after}`;
