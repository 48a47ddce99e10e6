import { SocketAddress } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

const refused = [
  // This machine, and the unspecified address.
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '0.1.2.3',
  '::1',
  '::',
  // Private networks, carriers' networks.
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  '100.127.255.255',
  'fc00::1',
  'fd12:3456:789a::1',
  'fec0::1',
  // Link-local addresses, and the metadata services of clouds.
  '169.254.0.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%1',
  // Multicast, reserved, benchmarking and documentation.
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  'ff02::1',
  '198.18.0.1',
  '198.19.255.255',
  '192.0.2.1',
  '198.51.100.7',
  '203.0.113.9',
  '192.88.99.1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  // IPv4 embedded in IPv6.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.1.2.3',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '::10.0.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::808:808',
  '2002:7f00:1::1',
  '2002:a00:1::',
  '2002:c0a8:101::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  // Not addresses.
  '',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '1.2.3.4.5',
  ':::',
];
const allowed = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
  '2001:200::1',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
];

describe('isPublicAddress', () => {
  it.each(refused)('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(allowed)('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('gives the same result for every spelling of an address', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const canonical = SocketAddress.parse(`[${address}]:80`)?.address ?? '';
        expect(isPublicAddress(canonical)).toBe(isPublicAddress(address));
        expect(isPublicAddress(address.toUpperCase())).toBe(isPublicAddress(address));
      }),
    );
  });

  it('gives the same result for an IPv4 address embedded in IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const isPublic = isPublicAddress(address);
        const hexadecimal = address
          .split('.')
          .map((part) => Number(part).toString(16).padStart(2, '0'))
          .join('')
          .replace(/^(.{4})/, '$1:');
        expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic);
        expect(isPublicAddress(`64:ff9b::${hexadecimal}`)).toBe(isPublic);
        expect(isPublicAddress(`2002:${hexadecimal}::1`)).toBe(isPublic);
      }),
    );
  });
});
