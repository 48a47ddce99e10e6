import { describe, expect, it } from 'vitest';
import { isPrivateHost } from './model-address.ts';

const hostOf = (address: string) => new URL(address).hostname;

describe('isPrivateHost', () => {
  it.each([
    'http://localhost:11434',
    'http://LOCALHOST.',
    'http://models.localhost',
    'http://127.0.0.1',
    'http://127.1',
    'http://0x7f000001',
    'http://10.1.2.3',
    'http://172.31.255.255',
    'http://192.168.0.9',
    'http://100.100.1.1',
    'http://[::1]',
    'http://[fd12::1]',
    'http://[::ffff:192.168.0.9]',
    'http://ollama:11434',
    'http://vllm.models.svc',
    'http://vllm.models.svc.cluster.local',
    'http://mac.local',
    'http://gpu.internal',
  ])('%s is', (address) => {
    expect(isPrivateHost(hostOf(address))).toBe(true);
  });

  it.each([
    'http://api.example.com',
    'http://localhost.example.com',
    'http://internal.example',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://[2606:4700::1]',
    'http://[::ffff:8.8.8.8]',
    'http://notlocal.com',
  ])('%s is not', (address) => {
    expect(isPrivateHost(hostOf(address))).toBe(false);
  });
});
