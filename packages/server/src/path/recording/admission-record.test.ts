import { expect, test } from 'vitest';
import { commitOnce } from './admission-record.ts';

/** An admission whose commits are counted, and end when they are let. */
function openCounted({ isAdmitted = false } = {}) {
  const committing = Promise.withResolvers<void>();
  const counted = { commits: 0 };
  const commit = async () => {
    counted.commits += 1;
    await committing.promise;
  };
  return { admission: commitOnce({ isAdmitted, commit }), committing, counted };
}

test('it is committed once, no matter how often it is recorded', async () => {
  const { admission, committing, counted } = openCounted();
  const recorded = [admission.commit(), admission.commit()];
  committing.resolve();
  await Promise.all(recorded);
  await admission.commit();
  expect(counted.commits).toBe(1);
  expect(await admission.close()).toBe(false);
});

test('closing waits for a commit that is under way', async () => {
  const { admission, committing } = openCounted();
  const order: string[] = [];
  const recorded = admission.commit().then(() => order.push('recorded'));
  const closed = admission.close().then((isNew) => order.push(`closed, new: ${isNew}`));
  committing.resolve();
  await Promise.all([recorded, closed]);
  expect(order).toEqual(['recorded', 'closed, new: false']);
});

test('a commit that failed counts as tried, and fails every caller that needs it', async () => {
  const { admission, committing } = openCounted();
  const recorded = admission.commit();
  committing.reject(new Error('disk full'));
  await expect(recorded).rejects.toThrow('disk full');
  await expect(admission.commit()).rejects.toThrow('disk full');
  expect(await admission.close()).toBe(false);
});

test('nothing is committed once it is closed', async () => {
  const { admission, counted } = openCounted();
  expect(await admission.close()).toBe(true);
  await expect(admission.commit()).rejects.toThrow('ended');
  expect(counted.commits).toBe(0);
});

test('what is on record already is not committed again', async () => {
  const { admission, counted } = openCounted({ isAdmitted: true });
  await admission.commit();
  expect(counted.commits).toBe(0);
  expect(await admission.close()).toBe(false);
});
