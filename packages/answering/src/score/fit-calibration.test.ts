import { answerMethods } from '@avow/contract/values';
import { endUserAuthor, isEndUser } from '@avow/foundation';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrate } from './calibrate.ts';
import type { CalibrationParameters, LabelledExample } from './confidence.ts';
import type { ConfidenceModel } from './confidence-model.ts';
import {
  calibrationNeeds,
  chooseExamples,
  fitCalibration,
  fitParameters,
  type ScaledExample,
} from './fit-calibration.ts';
import { probabilityOf } from './logit.ts';
import { shippedModel } from './shipped-model.ts';

/** The model's logit is the measure itself. */
const plainMethod = {
  constant: 0,
  least: -4,
  most: 4,
  features: { match: { mean: 0, scale: 1, weight: 1 } },
};
const model: ConfidenceModel = {
  usual: 0,
  methods: Object.fromEntries(
    answerMethods.map((method) => [method, plainMethod]),
  ) as unknown as ConfidenceModel['methods'],
};

const scaled: fc.Arbitrary<ScaledExample> = fc.record({
  method: fc.constantFrom(...answerMethods),
  logit: fc.double({ min: -4, max: 4, noNaN: true }),
  isRight: fc.boolean(),
});
/** Also sets that lean to one side, where a fit is furthest from the model. */
const sets = fc.oneof(
  fc.array(scaled, { minLength: 1, maxLength: 150 }),
  fc
    .tuple(
      fc.array(scaled, { minLength: 60, maxLength: 150 }),
      fc.boolean(),
      fc.constantFrom(...answerMethods),
    )
    .map(([examples, isRight, method]) => examples.map((example) => ({ ...example, isRight, method }))),
  fc.array(scaled, { minLength: 60, maxLength: 150 }).map((examples) =>
    // Against the model: surer answers are wrong.
    examples.map((example) => ({ ...example, isRight: example.logit < 0 })),
  ),
);

const probes = answerMethods.flatMap((method) =>
  [-4, -2, -0.5, 0, 0.5, 2, 4].map((logit) => ({ method, logit })),
);
function furthestMove(one: CalibrationParameters, other: CalibrationParameters): number {
  return Math.max(
    ...probes.map((probe) =>
      Math.abs(probabilityOf(calibrate(one, probe)) - probabilityOf(calibrate(other, probe))),
    ),
  );
}
const bound = 0.05 + 1e-5;

function example(
  at: number,
  given: Partial<Record<'isRight', boolean> & { author: string; match: number }> = {},
) {
  const { isRight = at % 2 === 0, author = endUserAuthor(`${at % 10}`), match = 0 } = given;
  return {
    evidence: { method: 'extractive', toolScore: 0.5, features: { match } },
    isRight,
    ...{ author, callerId: 'key_1' },
  } as const;
}

describe('fitParameters', () => {
  it('does not change the model without examples', () => {
    expect(fitParameters([])).toEqual({ offset: 0, slope: 1, methods: {} });
  });

  it('moves no score by more than 0.05 if one label is flipped, added or removed', () => {
    fc.assert(
      fc.property(sets, scaled, fc.nat(), (examples, poison, place) => {
        const at = place % examples.length;
        const fitted = fitParameters(examples);
        const turned = examples.map((one, position) =>
          position === at ? { ...one, isRight: !one.isRight } : one,
        );
        const without = examples.filter((_, position) => position !== at);
        expect(furthestMove(fitted, fitParameters(turned))).toBeLessThan(bound);
        expect(furthestMove(fitted, fitParameters([poison, ...examples]))).toBeLessThan(bound);
        expect(furthestMove(fitted, fitParameters(without))).toBeLessThan(bound);
      }),
      { numRuns: 60 },
    );
  });

  it('moves no score by more than the hyperbolic tangent of a twentieth of the labels that are poisoned', () => {
    fc.assert(
      fc.property(sets, fc.array(scaled, { minLength: 1, maxLength: 12 }), (examples, poison) => {
        const moved = furthestMove(fitParameters(examples), fitParameters([...poison, ...examples]));
        expect(moved).toBeLessThan(Math.tanh(poison.length / 20) + 1e-5);
      }),
      { numRuns: 60 },
    );
  });

  it('never lets a more certain answer score less', () => {
    fc.assert(
      fc.property(sets, (examples) => {
        expect(fitParameters(examples).slope).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 60 },
    );
    const against = [...Array(400).keys()].map((at) => ({
      ...{ method: 'extractive', logit: at % 2 === 0 ? 4 : -4 },
      isRight: at % 2 === 1,
    })) satisfies unknown as ScaledExample[];
    expect(fitParameters(against).slope).toBe(0);
  });
});

describe('chooseExamples', () => {
  const examples = fc
    .array(fc.nat({ max: 12 }), { maxLength: 120 })
    .map((authors) =>
      authors.map((author, at) =>
        example(at, { author: author === 12 ? 'key_1' : endUserAuthor(`${author}`) }),
      ),
    );

  it('leaves no end user with more than a fifth, and uses as many examples as it can', () => {
    fc.assert(
      fc.property(examples, (all) => {
        const chosen = chooseExamples(all);
        const own = all.filter(({ author }) => !isEndUser(author));
        const counts = (some: readonly LabelledExample[]) =>
          Map.groupBy(
            some.filter(({ author }) => isEndUser(author)),
            ({ author }) => author,
          )
            .values()
            .toArray()
            .map(({ length }) => length);
        const most = Math.max(0, ...counts(chosen));
        expect(most * 5).toBeLessThanOrEqual(chosen.length);
        const withOneMore = counts(all).reduce((sum, count) => sum + Math.min(count, most + 1), own.length);
        expect(chosen.filter(({ author }) => !isEndUser(author))).toEqual(own);
        expect(chosen.length === all.length || (most + 1) * 5 > withOneMore).toBe(true);
      }),
    );
  });

  it('uses the newest of each author, in order', () => {
    fc.assert(
      fc.property(examples, (all) => {
        const chosen = chooseExamples(all);
        for (const author of new Set(all.map((one) => one.author))) {
          const of = (some: readonly LabelledExample[]) => some.filter((one) => one.author === author);
          expect(of(chosen)).toEqual(of(all).slice(0, of(chosen).length));
        }
        expect(all.filter((one) => chosen.includes(one))).toEqual(chosen);
      }),
    );
  });

  it('uses no labels of end users if fewer than five have given any, and all labels of keys', () => {
    const by = (author: (at: number) => string) =>
      [...Array(400).keys()].map((at) => example(at, { author: author(at) }));
    expect(chooseExamples(by((at) => endUserAuthor(`${at % 4}`)))).toEqual([]);
    expect(chooseExamples(by(() => 'key_1'))).toHaveLength(400);
  });
});

describe('fitCalibration', () => {
  const { examplesMin, rightMin, wrongMin } = calibrationNeeds;
  const labelled = (count: number, right: number) =>
    [...Array(count).keys()].map((at) => example(at, { isRight: at < right }));

  it.each([
    ['no example', []],
    ['one example too few', labelled(examplesMin - 1, 30)],
    ['one right answer too few', labelled(200, rightMin - 1)],
    ['one wrong answer too few', labelled(200, 200 - (wrongMin - 1))],
    ['one end user alone', [...Array(300).keys()].map((at) => example(at, { author: endUserAuthor('one') }))],
  ])('is not fitted on %s', (_, examples) => {
    expect(fitCalibration(model, examples).kind).toBe('too_few');
  });

  it('is never fitted on fewer examples than stated', () => {
    const some = fc.array(
      fc.record({
        author: fc.nat({ max: 30 }),
        isRight: fc.boolean(),
        match: fc.double({ min: -9, max: 9, noNaN: true }),
      }),
      { maxLength: 140 },
    );
    fc.assert(
      fc.property(some, (given) => {
        const examples = given.map((one, at) => example(at, { ...one, author: `${one.author}` }));
        const outcome = fitCalibration(model, examples);
        const chosen = chooseExamples(examples);
        const right = chosen.filter(({ isRight }) => isRight).length;
        const isEnough = chosen.length >= 60 && right >= 12 && chosen.length - right >= 12;
        expect(outcome.kind === 'too_few').toBe(!isEnough);
        if (outcome.kind !== 'too_few')
          expect(outcome.fit).toMatchObject({ exampleCount: chosen.length, rightCount: right });
      }),
      { numRuns: 40 },
    );
  });

  it('moves no score by more than 0.05 if one label among all is flipped', () => {
    const some = fc.array(
      fc.record({
        author: fc.nat({ max: 8 }),
        isRight: fc.boolean(),
        match: fc.double({ min: -9, max: 9, noNaN: true }),
      }),
      { minLength: 90, maxLength: 140 },
    );
    fc.assert(
      fc.property(some, fc.nat(), (given, place) => {
        const examples = given.map((one, at) => example(at, { ...one, author: `${one.author}` }));
        const at = place % examples.length;
        const turned = examples.map((one, position) =>
          position === at ? { ...one, isRight: !one.isRight } : one,
        );
        const [before, after] = [fitCalibration(model, examples), fitCalibration(model, turned)];
        fc.pre(before.kind !== 'too_few' && after.kind !== 'too_few');
        expect(furthestMove(before.fit.parameters, after.fit.parameters)).toBeLessThan(bound);
      }),
      { numRuns: 30 },
    );
  });

  it('lowers scores that were too high, and is used', () => {
    // The model says 0.88, and half of them are right.
    const outcome = fitCalibration(
      model,
      [...Array(200).keys()].map((at) => example(at, { match: 2, isRight: at % 4 < 2 })),
    );
    expect(outcome.kind).toBe('fitted');
    if (outcome.kind !== 'fitted') return;
    const { parameters, logLoss } = outcome.fit;
    const score = probabilityOf(calibrate(parameters, { method: 'extractive', logit: 2 }));
    expect(score).toBeGreaterThan(0.5);
    expect(score).toBeLessThan(0.65);
    expect(logLoss.with).toBeLessThan(logLoss.without);
  });

  it('is not used if the model was right already', () => {
    const labelled = [...Array(100).keys()].map((at) => {
      const match = Math.floor(at / 10) % 2 === 0 ? Math.log(4) : -Math.log(4);
      // Of ten that the model says 0.8 of, eight are right; of those that it says 0.2 of, two.
      const isRight = match > 0 ? at % 5 !== Math.floor(at / 20) : at % 5 === Math.floor(at / 20);
      return example(at, { match, isRight });
    });
    expect(fitCalibration(model, labelled).kind).toBe('no_better');
  });

  it('is the same for the same labels', () => {
    const examples = labelled(120, 50);
    expect(fitCalibration(shippedModel, structuredClone(examples))).toEqual(
      fitCalibration(shippedModel, examples),
    );
    expect(fitCalibration(model, labelled(120, 50))).toMatchObject({
      kind: 'fitted',
      fit: { exampleCount: 120, rightCount: 50 },
    });
  });

  it('uses no more than the newest five thousand', () => {
    const newest = [...Array(5_000).keys()].map((at) => example(at, { isRight: at % 4 === 0 }));
    const older = [...Array(500).keys()].map((at) => example(at, { isRight: true }));
    expect(fitCalibration(model, [...newest, ...older])).toEqual(fitCalibration(model, newest));
  });
});
