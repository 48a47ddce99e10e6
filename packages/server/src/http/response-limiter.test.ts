import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { AppError } from '@avow/foundation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createResponseLimiter } from './response-limiter.ts';

it('never has more uploads in progress than allowed, and releases each of them once', () => {
  const tenants = ['ten_a', 'ten_b', 'ten_c'] as const;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...tenants), fc.boolean()), { maxLength: 60 }), (steps) => {
      const limiter = createResponseLimiter('uploads', { totalMax: 4, tenantMax: 2 });
      const open: Array<{ tenantId: string; response: EventEmitter }> = [];
      for (const [tenantId, ends] of steps) {
        if (ends) {
          // Twice, since a connection may report its end more than once.
          const ended = open.shift();
          ended?.response.emit('close');
          ended?.response.emit('close');
          continue;
        }
        const ofTenant = open.filter((upload) => upload.tenantId === tenantId).length;
        const expected = ofTenant >= 2 ? 'concurrency_limited' : open.length >= 4 ? 'overloaded' : 'taken';
        const response = new EventEmitter();
        let outcome: string = 'taken';
        try {
          limiter.acquire(tenantId, response as unknown as ServerResponse);
          open.push({ tenantId, response });
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          outcome = error.code;
        }
        expect(outcome).toBe(expected);
      }
    }),
  );
});
