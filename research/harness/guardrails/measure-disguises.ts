import { disguises, heldOutPhrases } from '@avow/guardrails/testing';
import { writeTable } from '../report-figures.ts';
import { compileCheck } from './compile-check.ts';
import { setupsOf } from './measured-parts.ts';
import { checkAll, type Measure, shareFound } from './measuring.ts';
import { showShare } from './show-share.ts';
import { usualGuardrail } from './usual-guardrail.ts';

/** Measures whether held-out phrases, on which no rule is based, are found in every disguise. */
export const measureDisguises: Measure = async ({ parts, others }) => {
  const plain = { name: 'in no disguise', apply: (phrase: string) => phrase };
  const texts = [plain, ...disguises].map(({ name, apply }) => ({ name, texts: heldOutPhrases.map(apply) }));
  const columns: Array<{ readonly name: string; readonly shares: ReadonlyArray<number | null> }> = [];
  for (const setup of setupsOf(parts)) {
    const check = compileCheck(usualGuardrail('promptAttack', setup.parts), setup.parts);
    if (check === null) continue;
    const shares: Array<number | null> = [];
    for (const one of texts) {
      const checked = await checkAll(check, { label: `${one.name}, ${setup.name}`, texts: one.texts });
      shares.push(shareFound(checked.map(({ isFound }) => isFound)));
    }
    columns.push({ name: setup.name, shares });
  }
  for (const { name, findsAttack } of others) {
    if (findsAttack === undefined) continue;
    const shares: Array<number | null> = [];
    for (const one of texts) shares.push(shareFound(await Promise.all(one.texts.map(findsAttack))));
    columns.push({ name, shares });
  }
  const mean = (shares: ReadonlyArray<number | null>) =>
    shares.reduce((sum: number, share) => sum + (share ?? 0), 0) / shares.length;
  console.log(`\nDisguises, ${heldOutPhrases.length} phrases in each: found`);
  console.log(
    writeTable([
      ['', ...columns.map(({ name }) => name)],
      ...texts.map(({ name }, place) => [
        name,
        ...columns.map(({ shares }) => showShare(shares[place] ?? null)),
      ]),
      [`mean of ${disguises.length}`, ...columns.map(({ shares }) => showShare(mean(shares.slice(1))))],
    ]),
  );
  return columns.map(({ name, shares }) => ({
    name,
    found: Object.fromEntries(texts.map((one, place) => [one.name, shares[place]])),
  }));
};
