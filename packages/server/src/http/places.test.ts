import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createPlaces } from './places.ts';

it('never has more uploads than places, and gives each place back once', () => {
  const tenants = ['ten_a', 'ten_b', 'ten_c'] as const;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...tenants), fc.boolean()), { maxLength: 60 }), (steps) => {
      const places = createPlaces('uploads', { totalMax: 4, tenantMax: 2 });
      const open: Array<{ tenantId: string; response: EventEmitter }> = [];
      for (const [tenantId, ends] of steps) {
        if (ends) {
          // Twice, as a connection may tell of its end more than once.
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
          places.take(tenantId, response as unknown as ServerResponse);
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
