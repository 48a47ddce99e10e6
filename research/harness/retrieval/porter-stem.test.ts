import { expect, it } from 'vitest';
import { porterStem } from './porter-stem.ts';

// The examples of the original publication.
it.each(
  `caresses caress, ponies poni, cats cat, feed feed, agreed agre, plastered plaster, bled bled, motoring motor, sing sing,
  conflated conflat, troubled troubl, sized size, hopping hop, tanned tan, falling fall, hissing hiss, fizzed fizz,
  failing fail, filing file, happy happi, sky sky, relational relat, conditional condit, rational ration, digitizer digit,
  radically radic, differently differ, vileli vile, analogousli analog, vietnamization vietnam, predication predic,
  operator oper, feudalism feudal, decisiveness decis, hopefulness hope, callousness callous, formaliti formal,
  sensitiviti sensit, sensibiliti sensibl, triplicate triplic, formative form, formalize formal, electrical electr,
  hopeful hope, goodness good, revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop,
  adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust, dependent depend,
  adoption adopt, communism commun, activate activ, effective effect, bowdlerize bowdler, probate probat, rate rate,
  cease ceas, controll control, roll roll`
    .split(',')
    .map((pair) => pair.trim().split(' ')),
)('%s becomes %s', (word = '', expected = '') => {
  expect(porterStem(word)).toBe(expected);
});
