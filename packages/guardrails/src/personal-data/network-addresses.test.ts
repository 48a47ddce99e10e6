import { describe, expect, it } from 'vitest';
import { scores } from './data-types.ts';
import { findNetworkAddresses } from './network-addresses.ts';

const foundIn = (text: string) =>
  findNetworkAddresses(text).map(
    ({ type, start, end, score }) => [type, text.slice(start, end), score] as const,
  );

describe('findNetworkAddresses', () => {
  it.each([
    ['Blocked: 84.23.111.7.', 'ip_address', '84.23.111.7'],
    ['from 84.23.111.7:443', 'ip_address', '84.23.111.7'],
    ['[2a02:8108:1::42]', 'ip_address', '2a02:8108:1::42'],
    ['5b01:72ce:19d4:e3a8:40f6:8c27:b95d:163e', 'ip_address', '5b01:72ce:19d4:e3a8:40f6:8c27:b95d:163e'],
    ['MAC 00:1b:44:11:3a:b7', 'mac_address', '00:1b:44:11:3a:b7'],
    ['00-1B-44-11-3A-B7', 'mac_address', '00-1B-44-11-3A-B7'],
    ['001b.4411.3ab7', 'mac_address', '001b.4411.3ab7'],
  ])('finds in %s an %s', (text, type, address) => {
    expect(foundIn(text)).toEqual([[type, address, scores.shaped]]);
  });

  it.each([
    ...[
      '127.0.0.1',
      '10.1.2.3',
      '172.16.5.4',
      '192.168.0.10',
      '169.254.1.1',
      '203.0.113.9',
      '8.8.8.8',
      '224.0.0.1',
    ],
    ...['1.2.3.4', '84.23.0.0/16', 'version 84.23.111.7', 'fe80::1', 'fd12:3456::1', '2001:db8::1', '::1'],
  ])('gives a low score to %s, which identifies nobody', (text) => {
    expect(foundIn(text).map(([, , score]) => score)).toEqual([scores.hinted]);
  });

  it.each([
    ...[
      '84.23.111.256',
      '84.23.111.7.9',
      '1.84.23.111.7',
      'Chrome/84.23.111.7',
      'v84.23.111.7',
      '084.023.111.007',
    ],
    ...[
      '12:30:45',
      'a::before',
      'std::vector',
      'ff:ff:ff:ff:ff:ff',
      '00:00:00:00:00:00',
      '1:2:3:4:5:6:7:8:9',
    ],
  ])('does not report %s as an address', (text) => {
    expect(foundIn(text)).toEqual([]);
  });
});
