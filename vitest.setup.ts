import fc from 'fast-check';

// The usual run draws the same cases each time, so that what it finds is the change's doing. PROPERTY_SEED draws others:
// a number, or `random`; what fails then prints its seed.
const wished = process.env['PROPERTY_SEED'] ?? '1';
if (wished !== 'random') {
  const seed = Number(wished);
  if (!Number.isInteger(seed))
    throw new Error(`PROPERTY_SEED must be a whole number or "random", not "${wished}"`);
  fc.configureGlobal({ seed });
}
