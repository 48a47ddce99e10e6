import { waitUntil } from './call-service.ts';
import { type Call, callWith, followLink, type Person } from './follow-link.ts';
import type { Product } from './start-product.ts';

/** What a small gym has in its files. */
const gymFiles: Readonly<Record<string, string>> = {
  'opening-hours.md':
    '# Opening hours\n\nThe gym opens at 6:00 on weekdays and closes at 22:00.\n\nOn Saturdays and Sundays the gym closes at 18:00.\n',
  'prices.csv':
    'Class,Weekday,Price for members,Price for visitors\nYoga,Monday,12 euros,18 euros\nPilates,Tuesday,14 euros,21 euros\n',
  'rules.md':
    '# Rules\n\n## Guests\n\nEach member may bring one guest a month. Guests pay 15 euros and sign in at the reception.\n\n## Lockers\n\nLockers are free. They are emptied every evening at closing time.\n',
};

/** What only its staff should read. */
const staffFiles: Readonly<Record<string, string>> = {
  'staff.md': '# For staff\n\nA trainer who is ill is paid for six weeks.\n',
};

const staff = {
  editor: 'Edda Editor',
  reviewer: 'Rosa Reviewer',
  auditor: 'Anton Auditor',
} as const;

/** A gym that uses the product: its people, its content, and the key of its application. */
export interface Gym {
  readonly url: string;
  readonly owner: Person;
  readonly editor: Person;
  readonly reviewer: Person;
  readonly auditor: Person;
  /** What visitors are answered from. */
  readonly packId: string;
  /** Calls with the key of the application, which may do everything in the tenant. */
  readonly call: Call;
  readonly key: string;
  /** Asks as a member of the gym. */
  ask(prompt: string, more?: object): ReturnType<Call>;
}

export async function openGym(product: Product, name: string): Promise<Gym> {
  const { url } = product;
  const [, ownerToken = ''] = (await product.newTenant(name)).split('#');
  const owner = await followLink(url, ownerToken);
  const invite = async (role: keyof typeof staff) => {
    const invited = { email: `${role}@${name}.example`, name: staff[role], role };
    const { link } = await owner.call('POST', '/v1/users', invited);
    return await followLink(url, link.url.split('#')[1]);
  };
  const { scopes } = await owner.call('GET', '/v1/me');
  const { key } = await owner.call('POST', '/v1/api-keys', { name: 'The app of the gym', scopes });
  const call = callWith(url, { authorization: `Bearer ${key}` });
  const packId = await publish(call, 'Riverside Gym', gymFiles);
  await publish(call, 'For staff', staffFiles);
  return {
    ...{ url, owner, packId, call, key },
    editor: await invite('editor'),
    reviewer: await invite('reviewer'),
    auditor: await invite('auditor'),
    ask: (prompt, more = {}) => call('POST', '/v1/query', { prompt, ...more }),
  };
}

/** Loads files into a new pack and publishes it. */
async function publish(call: Call, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const { id } = await call('POST', '/v1/content-packs', { name });
  const form = new FormData();
  for (const [file, text] of Object.entries(files)) form.append('file', new File([text], file), file);
  const path = `/v1/content-packs/${id}`;
  for (const started of [
    () => call('POST', `${path}/documents`, form),
    () => call('POST', `${path}/publish`, {}),
  ]) {
    const { id: jobId } = await started();
    await waitUntil(
      () => call('GET', `${path}/jobs/${jobId}`),
      ({ status }) => status === 'succeeded',
    );
  }
  return id;
}
