import type { Range } from '@avow/audit';
import { describe, expect, it } from 'vitest';
import type { SignedTree } from './signed-trees.ts';
import { narrowFault } from './weigh-faults.ts';

const tenantId = 'ten_1';
const signed = (size: number): SignedTree => ({ size, root: 'ab'.repeat(32), knownBy: 'checkpoints' });
const faultIn = (field: string, leaves: Range) => ({
  ...{ tenantId, leaves, messageId: null, field, why: '' },
});

describe('narrowFault', () => {
  const node = faultIn('log_nodes.hash', { start: 256, end: 512 });

  it('leaves open only what both leave open', () => {
    const fork = faultIn('checkpoints', { start: 300, end: 900 });
    expect(narrowFault({ node, fork }, [])).toMatchObject({
      field: 'checkpoints',
      leaves: { start: 300, end: 512 },
    });
  });

  it('tells the first where they have nothing in common', () => {
    const fork = faultIn('checkpoints', { start: 10, end: 20 });
    expect(narrowFault({ node, fork }, [])).toEqual(fork);
    expect(narrowFault({ node, fork: { ...fork, leaves: { start: 600, end: 700 } } }, [])).toEqual(node);
  });

  it('says that it is the hash alone where the leaves are what was signed', () => {
    expect(narrowFault({ node, fork: null }, [signed(600)])?.why).toContain('this hash alone was changed');
    expect(narrowFault({ node, fork: null }, [signed(400)])).toEqual(node);
    expect(narrowFault({ node: null, fork: null }, [])).toBeNull();
  });
});
