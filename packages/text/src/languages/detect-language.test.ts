import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectLanguage, knownLanguages } from './detect-language.ts';

const likeliest = (text: string) => [...detectLanguage(text).keys()][0];

describe('detectLanguage', () => {
  it.each([
    ['en', 'The form that you need is on the second floor, next to the lift.'],
    ['de', 'Das Formular, das Sie brauchen, liegt im zweiten Stock neben dem Aufzug.'],
    ['da', 'Det er ikke muligt at få svar, når kontoret er lukket efter klokken fem.'],
    ['fi', 'Lomake on toisessa kerroksessa, mutta hän ei ole siellä, jos se on kiinni.'],
    ['hu', 'Az űrlap a második emeleten van, és nem kell hogy aláírják, ha már kész.'],
    ['cs', 'Formulář je ve druhém patře a není nutné, aby byl podepsán, když už je hotový.'],
    ['ro', 'Formularul este la etajul doi și nu trebuie să fie semnat dacă este gata.'],
    ['vi', 'Bạn có thể mượn mười cuốn sách và giữ chúng trong bốn tuần nếu không có ai cần.'],
    ['id', 'Anda dapat meminjam sepuluh buku dan tidak harus mengembalikan dalam satu minggu.'],
    ['bg', 'Формулярът е на втория етаж и не е нужно да се подписва, ако вече е готов.'],
    ['fa', 'این فرم در طبقه دوم است و برای هر کس که نیاز دارد باید امضا شود'],
    ['hi', 'यह फ़ॉर्म दूसरी मंज़िल पर है और इस पर हस्ताक्षर करने की ज़रूरत नहीं है'],
    ['th', 'แบบฟอร์มอยู่ที่ชั้นสองข้างลิฟต์'],
  ])('detects %s', (language, text) => {
    expect(likeliest(text)).toBe(language);
    expect(knownLanguages).toContain(language);
  });

  it.each([
    ['few letters', 'Yes, it is so.'],
    ['names', 'Lindqvist, Okafor, Brunner, Castellanos, Yamamoto, Petrov'],
    ['one word again and again', 'the '.repeat(50)],
    ['numbers', '12 345 6789 '.repeat(20)],
    ['addresses', 'https://example.com/the/of/and/to/in/is/that you@the-of-and.example'],
    ['tags', '<the of="and to in is that">'.repeat(5)],
  ])('does not know the language of %s', (_, text) => {
    expect(detectLanguage(text).size).toBe(0);
  });

  it('ranks the languages of any text by score', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const scores = [...detectLanguage(text).values()];
        expect(scores).toEqual(scores.toSorted((one, other) => other - one));
      }),
    );
  });
});
