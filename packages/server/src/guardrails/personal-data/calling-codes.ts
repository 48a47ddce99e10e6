/** How many digits follow the code of a country, at least and at most. */
interface NationalLength {
  readonly min: number;
  readonly max: number;
}

/** Where the numbers of a country have other lengths than the usual ones below. */
const lengths: Readonly<Record<string, string>> = {
  '4-13': '43',
  '5-8': '47',
  '5-12': '49',
  '6-8': '53 298 299 291 500',
  '6-11': '39',
  '7-8': '370 371 372 385 677 678 682 685 686 687 688 689 691 692 855 856 967 968 973 974 975',
  '7-10': '44 46 95 354 358 359 373 380 381 420 421 880 886 964 968',
  '7-12': '62',
  '8-8': '45 65 222 223 227 228 229 233 235 503 504 505 506 507 852 853 965 216 226 236',
  '8-9': '32 36 51 66 351 352 353 354 356 357 386 387 389 502 593 961 962 966 977 591 595 598',
  '8-10': '20 57 60 63 64 84 94',
  '8-11': '82',
  '9-9': '27 33 34 40 41 48 56 61 93 212 213 221 244 249 251 254 255 256 260 263 992 996 998 967 376 966 971',
  '9-10': '30 31 52 54 81 90 92 98 234 972 993 994 995',
  '10-10': '1 7 58 91',
  '10-11': '55 86',
};

/** The codes of three digits that are in use, as ranges. */
const threeDigitCodes =
  '211-213 216 218 220-258 260-269 290 291 297-299 350-359 370-378 380-383 385-387 389 420 421 423 500-509 590-599 670 672-683 685-692 800 808 850 852 853 855 856 870 878 880-883 886 888 960-968 970-977 979 992-996 998'
    .split(' ')
    .map((range) => range.split('-').map(Number));

const isThreeDigitCode = (code: number) =>
  threeDigitCodes.some(([from = 0, to = from]) => code >= from && code <= to);

const usualLength: NationalLength = { min: 6, max: 10 };

const lengthByCode: ReadonlyMap<string, NationalLength> = new Map(
  Object.entries(lengths).flatMap(([bounds, codes]) => {
    const [min = 0, max = 0] = bounds.split('-').map(Number);
    return codes.split(' ').map((code) => [code, { min, max }] as const);
  }),
);

/** Whether the digits after a plus sign begin with the code of a country and are as many as its numbers have. */
export function isInternationalNumber(digits: string): boolean {
  for (const size of [1, 2, 3]) {
    const code = digits.slice(0, size);
    const isThree = size === 3 && isThreeDigitCode(Number(code));
    const length = lengthByCode.get(code) ?? (isThree ? usualLength : undefined);
    if (length === undefined) continue;
    const national = digits.length - size;
    if (national >= length.min && national <= length.max)
      return code !== '1' || isNorthAmericanNumber(digits.slice(1));
  }
  return false;
}

/** Ten digits of the plan of North America: area and exchange begin with 2 to 9, and are no service such as 911. */
export function isNorthAmericanNumber(digits: string): boolean {
  return /^[2-9](?!11)\d{2}[2-9]\d{6}$/.test(digits) && !/^(\d)\1{9}$/.test(digits);
}
