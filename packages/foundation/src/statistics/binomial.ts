/** A number of hits among independent trials that each hit with the same chance. */
interface Trials {
  readonly hits: number;
  readonly trials: number;
  readonly chance: number;
}

/** The chance of at most so many hits, exactly. */
export function binomialAtMost({ hits, trials, chance }: Trials): number {
  if (hits >= trials) return 1;
  if (hits < 0) return 0;
  return sumTerms({ from: 0, until: hits, trials, chance });
}

/** The chance of at least so many hits, exactly. */
export function binomialAtLeast({ hits, trials, chance }: Trials): number {
  if (hits <= 0) return 1;
  if (hits > trials) return 0;
  return sumTerms({ from: hits, until: trials, trials, chance });
}

/**
 * The share that hits have at most, with this error: the upper bound of Clopper and Pearson. 1 without trials.
 */
export function shareAtMost({
  hits,
  trials,
  error,
}: {
  readonly hits: number;
  readonly trials: number;
  readonly error: number;
}): number {
  let [low, high] = [hits >= trials ? 1 : hits / trials, 1];
  for (let round = 0; round < bisections; round += 1) {
    const chance = (low + high) / 2;
    if (binomialAtMost({ hits, trials, chance }) > error) low = chance;
    else high = chance;
  }
  return high;
}

/** Halves an interval of length 1 to less than what doubles distinguish near a share that is reported. */
const bisections = 50;

function sumTerms(given: Omit<Trials, 'hits'> & { readonly from: number; readonly until: number }): number {
  const { from, until, trials, chance } = given;
  if (chance <= 0) return from === 0 ? 1 : 0;
  if (chance >= 1) return until === trials ? 1 : 0;
  const odds = Math.log(chance / (1 - chance));
  let term = logChoices(trials, from) + from * Math.log(chance) + (trials - from) * Math.log1p(-chance);
  let sum = 0;
  // In logarithms, because a single term may be less than a double can hold.
  for (let hits = from; hits <= until; hits += 1) {
    sum += Math.exp(term);
    term += Math.log((trials - hits) / (hits + 1)) + odds;
  }
  return Math.min(1, sum);
}

/** The logarithm of how many ways there are to choose so many. */
function logChoices(all: number, chosen: number): number {
  let sum = 0;
  const fewer = Math.min(chosen, all - chosen);
  for (let each = 1; each <= fewer; each += 1) sum += Math.log((all - fewer + each) / each);
  return sum;
}
