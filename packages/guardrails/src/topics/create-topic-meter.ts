import type { Encoder } from '@avow/inference';
import { everydayQuestions } from './everyday-questions.ts';
import { splitDescription } from './split-description.ts';

export interface Topic {
  readonly name: string;
  readonly description: string;
  readonly examples: readonly string[];
}

/** How near a question is to each of the topics, -1 to 1. Rejects where the encoder cannot say. */
export type TopicMeter = (question: string, owner: string) => Promise<readonly number[]>;

/** No query has more time. The check is stopped with its query, and an encoder that is busy is waited for until then. */
const timeoutMs = 120_000;

interface Prepared {
  readonly middle: Float64Array;
  readonly topics: readonly PreparedTopic[];
}

interface PreparedTopic {
  /** Its name and what it is about, in one text. */
  readonly heading: Float64Array;
  readonly each: readonly Float64Array[];
  readonly centre: Float64Array;
}

/**
 * Measures by meaning. What topics are made of is encoded when the first question comes; where that takes longer than
 * the question can wait it goes on, and a later one finds it done.
 */
export function createTopicMeter(
  encoder: Pick<Encoder, 'encodeQuestion'>,
  topics: readonly Topic[],
): TopicMeter {
  let preparing: Promise<Prepared> | null = null;

  async function encode(text: string, owner: string): Promise<Float64Array> {
    const vector = await encoder.encodeQuestion(text, { timeoutMs, owner });
    if (vector === null) throw new Error('the encoder could not encode the question');
    return Float64Array.from(vector);
  }

  /** One after the other, so that questions of users get between them. */
  async function encodeAll(texts: readonly string[], owner: string): Promise<Float64Array[]> {
    const vectors: Float64Array[] = [];
    for (const text of texts) vectors.push(await encode(text, owner));
    return vectors;
  }

  async function prepare(owner: string): Promise<Prepared> {
    const middle = meanOf(await encodeAll(everydayQuestions, owner));
    const prepared: PreparedTopic[] = [];
    for (const { name, description, examples } of topics) {
      const heading = await encode(`${name}: ${description}`, owner);
      const texts = new Set([description, name, ...splitDescription(description), ...examples]);
      const vectors = await encodeAll([...texts], owner);
      prepared.push({
        heading: directionFrom(middle, heading),
        each: vectors.map((vector) => directionFrom(middle, vector)),
        centre: directionFrom(middle, meanOf(vectors)),
      });
    }
    return { middle, topics: prepared };
  }

  function prepareOnce(owner: string): Promise<Prepared> {
    preparing ??= prepare(owner).catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  }

  return async (question, owner) => {
    const { middle, topics: prepared } = await prepareOnce(owner);
    const directions: Float64Array[] = [];
    for (const part of partsOf(question)) directions.push(directionFrom(middle, await encode(part, owner)));
    return prepared.map((topic) => Math.max(...directions.map((direction) => nearness(direction, topic))));
  };
}

/** An encoder reads the beginning of a long text alone, and what is asked often stands at its end. */
const partUnits = 1_200;
const partsMax = 8;

/** Parts that cover the text, or, of a very long one, stand at even distances from its beginning to its end. */
function partsOf(text: string): readonly string[] {
  const count = Math.min(partsMax, Math.ceil(text.length / partUnits));
  if (count <= 1) return [text];
  const stride = (text.length - partUnits) / (count - 1);
  return Array.from({ length: count }, (_, index) => {
    const start = Math.floor(index * stride);
    return text.slice(start, start + partUnits).toWellFormed();
  });
}

/**
 * What it is about on the whole, what its name and description say, and the one text that is nearest, in equal parts. What
 * a description lists counts as an example does, so that a topic without examples finds more than what sounds like it.
 */
function nearness(direction: Float64Array, { heading, each, centre }: PreparedTopic): number {
  const nearest = Math.max(...each.map((vector) => cosine(direction, vector)));
  return (cosine(direction, centre) + cosine(direction, heading) + nearest) / 3;
}

function meanOf(vectors: readonly Float64Array[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (const [index, value] of vector.entries()) mean[index] = (mean[index] ?? 0) + value / vectors.length;
  return mean;
}

function directionFrom(middle: Float64Array, vector: Float64Array): Float64Array {
  const direction = vector.map((value, index) => value - (middle[index] ?? 0));
  const length = Math.hypot(...direction);
  // A length this small is only a rounding error.
  return length < 1e-6 ? direction.fill(0) : direction.map((value) => value / length);
}

/** Of vectors of length 1. */
function cosine(one: Float64Array, other: Float64Array): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
