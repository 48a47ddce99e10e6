import type { Range } from '@avow/ledger-log/tree';
import { describe, expect, it } from 'vitest';
import { narrowFault } from './log-faults.ts';
import type { SignedTreeHead } from './signed-tree-heads.ts';

const tenantId = 'ten_1';
const signed = (size: number): SignedTreeHead => ({ size, root: 'ab'.repeat(32), knownBy: 'checkpoints' });
const faultIn = (field: string, leaves: Range) => ({
  ...{ tenantId, leaves, messageId: null, field, why: '' },
});

describe('narrowFault', () => {
  const node = faultIn('log_nodes.hash', { start: 256, end: 512 });

  it('narrows the range to the overlap of both faults', () => {
    const fork = faultIn('checkpoints', { start: 300, end: 900 });
    expect(narrowFault({ node, fork }, [])).toMatchObject({
      field: 'checkpoints',
      leaves: { start: 300, end: 512 },
    });
  });

  it('reports the first fault if the ranges do not overlap', () => {
    const fork = faultIn('checkpoints', { start: 10, end: 20 });
    expect(narrowFault({ node, fork }, [])).toEqual(fork);
    expect(narrowFault({ node, fork: { ...fork, leaves: { start: 600, end: 700 } } }, [])).toEqual(node);
  });

  it('reports that only the hash was changed if the leaves are the signed ones', () => {
    expect(narrowFault({ node, fork: null }, [signed(600)])?.why).toContain('only this hash was changed');
    expect(narrowFault({ node, fork: null }, [signed(400)])).toEqual(node);
    expect(narrowFault({ node: null, fork: null }, [])).toBeNull();
  });
});
