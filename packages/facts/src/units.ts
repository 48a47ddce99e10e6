/** Every unit by one name, with its spellings, in lower case. */
const spellings: Readonly<Record<string, string>> = {
  '%': '% percent pct prozent porcentaje pourcent',
  second: 's sec secs second seconds sekunde sekunden seconde secondes segundo segundos',
  minute: 'min mins minute minutes minuten minuto minutos',
  hour: 'h hr hrs hour hours hourly stunde stunden heure heures hora horas',
  day: 'd day days daily tag tage tagen tages jour jours día días dia dias',
  week: 'week weeks wk wks weekly woche wochen semaine semaines semana semanas',
  fortnight: 'fortnight fortnights',
  month: 'month months monthly monat monate monaten monats mois mes meses',
  year: 'year years yr yrs yearly annual annually annum jahr jahre jahren jahres an ans année années año años',
  decade: 'decade decades',
  century: 'century centuries',
  millisecond: 'ms millisecond milliseconds millisekunden',
  times: 'time times × mal fois veces',
  millimetre: 'mm millimetre millimetres millimeter millimeters',
  centimetre: 'cm centimetre centimetres centimeter centimeters zentimeter',
  metre: 'm metre metres meter meters mètre mètres metro metros',
  kilometre: 'km kilometre kilometres kilometer kilometers kilomètres kilómetros',
  mile: 'mi mile miles meile meilen',
  foot: 'ft foot feet',
  inch: 'inch inches zoll',
  gram: 'g gram grams gramm',
  milligram: 'mg milligram milligrams',
  kilogram: 'kg kilogram kilograms kilogramm kilo kilos',
  tonne: 't ton tons tonne tonnes',
  pound: 'lb lbs',
  litre: 'l litre litres liter liters',
  millilitre: 'ml millilitre millilitres milliliter milliliters',
  byte: 'byte bytes',
  kilobyte: 'kb kib kilobyte kilobytes',
  megabyte: 'mb mib megabyte megabytes',
  gigabyte: 'gb gib gi gigabyte gigabytes',
  terabyte: 'tb tib terabyte terabytes',
  petabyte: 'pb pib petabyte petabytes',
  bit: 'bit bits',
  megabit: 'mbit mbps',
  gigabit: 'gbit gbps',
  pixel: 'px pixel pixels',
  hertz: 'hz',
  megahertz: 'mhz',
  gigahertz: 'ghz',
  watt: 'w watt watts',
  kilowatt: 'kw',
  kilowatthour: 'kwh',
  celsius: '℃ celsius',
  fahrenheit: '℉ fahrenheit',
  usd: '$ usd dollar dollars us$',
  eur: '€ eur euro euros',
  gbp: '£ gbp pound pounds sterling',
  jpy: '¥ jpy yen',
  chf: 'chf franken francs',
  inr: '₹ inr rs rupee rupees',
  cad: 'cad',
  aud: 'aud',
  sek: 'sek',
  cny: 'cny rmb yuan',
  cent: 'cent cents',
};

const byWord: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([unit, words]) =>
    words.split(' ').map((word): [string, string] => [word, unit]),
  ),
);
const signs: ReadonlySet<string> = new Set(
  '$ € £ ¥ ₹ usd eur gbp jpy chf inr rs cad aud sek cny rmb'.split(' '),
);
/** Of one or two letters, each of which may be a word or an initial: units only right after a number. */
const shortest: ReadonlySet<string> = new Set('s h d m g t l w mi an ms mes metro gi rs'.split(' '));
/** Which days are meant. */
const dayKinds: ReadonlyMap<string, string> = new Map([
  ...'business working work'.split(' ').map((word): [string, string] => [word, 'business ']),
  ['calendar', 'calendar '],
]);

export const unitNamed = (lower: string): string | null => byWord.get(lower) ?? null;
export const isCurrency = (lower: string): boolean => signs.has(lower);
export const isShortUnit = (lower: string): boolean => shortest.has(lower);
/** What a word before "days" makes of them; empty: nothing. */
export const dayKindNamed = (lower: string): string => dayKinds.get(lower) ?? '';
