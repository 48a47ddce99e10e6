import { crc32 } from 'node:zlib';
import { countTerms } from '../keyword/count-terms.ts';
import type { Passage } from '../passage-search.ts';
import { PassageSearchError } from '../passage-search-error.ts';
import { arrangePlaces } from './arrange-places.ts';
import { GrowingArray } from './growing-array.ts';
import { invertTerms } from './invert-terms.ts';
import { type PlaceRule, type SegmentTables, unitKey } from './segment-layout.ts';

/** What `finish` gives: everything that the files of a segment hold. */
export interface BuiltSegment extends SegmentTables {
  /** By key, the number of the unit. */
  readonly units: ReadonlyMap<string, number>;
  /** Headings and text of each unit, in order. */
  readonly texts: readonly Uint8Array[];
  /** The number that each place has, by the order in which they were added. */
  readonly placeNumbers: Uint32Array;
}

/** A unit whose terms are known already, of another segment. */
export interface KnownUnit {
  readonly key: string;
  readonly headings: Uint8Array;
  readonly text: Uint8Array;
  /** In terms, as it was counted when the unit was first indexed. */
  readonly length: number;
}

export type PlaceFields = Pick<Passage, 'documentId' | 'revision' | 'ordinal' | 'start' | 'end'> & PlaceRule;

/** Offsets into the texts are 32 bits, and all of it is in memory while it is built. */
const textBytesMax = 2 ** 30;
const unitsMax = 2 ** 22;
const placesMax = 2 ** 23;
const frequencyMax = 0xff;
const lengthMax = 0xffff;

/** Gathers passages of one kind, in memory, to the tables of a segment. */
export class SegmentBuilder {
  readonly kind: Passage['kind'];
  readonly #units = new Map<string, number>();
  readonly #texts: Uint8Array[] = [];
  readonly #headingsBytes = new GrowingArray(Uint32Array);
  readonly #lengths = new GrowingArray(Uint16Array);
  readonly #terms = new Map<string, number>();
  readonly #unitEntryStarts = new GrowingArray(Uint32Array);
  readonly #entryTerms = new GrowingArray(Uint32Array);
  readonly #entryFrequencies = new GrowingArray(Uint8Array);
  readonly #revisions = new Map<string, number>();
  readonly #revisionNames: Array<{ readonly id: string; readonly revision: number }> = [];
  readonly #rules = new Map<string, number>();
  readonly #ruleList: PlaceRule[] = [];
  readonly #places = {
    units: new GrowingArray(Uint32Array),
    revisions: new GrowingArray(Uint32Array),
    ordinals: new GrowingArray(Uint32Array),
    starts: new GrowingArray(Uint32Array),
    ends: new GrowingArray(Uint32Array),
    rules: new GrowingArray(Uint32Array),
  };
  #textBytes = 0;

  constructor(kind: Passage['kind']) {
    this.kind = kind;
  }

  get unitCount(): number {
    return this.#texts.length;
  }

  addPassage(passage: Passage): void {
    const key = unitKey(passage);
    let unit = this.#units.get(key);
    if (unit === undefined) {
      const { counts, length } = countTerms(passage);
      const [headings, text] = [Buffer.from(passage.headings), Buffer.from(passage.text)];
      unit = this.addUnit({ key, headings, text, length: Math.min(length, lengthMax) });
      for (const [term, count] of counts) this.addTerm(this.termNumber(term), count);
    }
    this.addPlace(unit, passage);
  }

  findUnit(key: string): number | undefined {
    return this.#units.get(key);
  }

  /** Its terms follow at once, by `addTerm`. */
  addUnit({ key, headings, text, length }: KnownUnit): number {
    const unit = this.#texts.length;
    this.#textBytes += headings.length + text.length;
    if (unit >= unitsMax || this.#textBytes > textBytesMax)
      throw new PassageSearchError('too_large', 'a version holds more words than can be searched');
    this.#units.set(key, unit);
    this.#texts.push(Buffer.concat([headings, text]));
    this.#headingsBytes.push(headings.length);
    this.#lengths.push(length);
    this.#unitEntryStarts.push(this.#entryTerms.length);
    return unit;
  }

  termNumber(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    this.#terms.set(term, this.#terms.size);
    return this.#terms.size - 1;
  }

  addTerm(term: number, frequency: number): void {
    this.#entryTerms.push(term);
    this.#entryFrequencies.push(Math.min(frequency, frequencyMax));
  }

  addPlace(unit: number, place: PlaceFields): number {
    const { units, revisions, ordinals, starts, ends, rules } = this.#places;
    if (units.length >= placesMax)
      throw new PassageSearchError('too_large', 'a version holds more passages than can be searched');
    units.push(unit);
    revisions.push(this.#revisionNumber(place));
    ordinals.push(place.ordinal);
    starts.push(place.start);
    ends.push(place.end);
    rules.push(this.#ruleNumber(place));
    return units.length - 1;
  }

  finish(): BuiltSegment {
    this.#unitEntryStarts.push(this.#entryTerms.length);
    const unitLengths = this.#lengths.values().slice();
    const { placeNumbers, ...places } = arrangePlaces(this.#places, this.unitCount);
    const unitTextStarts = new Uint32Array(this.unitCount + 1);
    for (const [unit, text] of this.#texts.entries())
      unitTextStarts[unit + 1] = (unitTextStarts[unit] ?? 0) + text.length;
    const revisionNames = this.#revisionNames.map(({ id }) => Buffer.from(id));
    return {
      kind: this.kind,
      rules: this.#ruleList,
      units: this.#units,
      texts: this.#texts,
      placeNumbers,
      arrays: {
        ...invertTerms({
          terms: [...this.#terms.keys()],
          unitLengths,
          unitEntryStarts: this.#unitEntryStarts.values(),
          entryTerms: this.#entryTerms.values(),
          entryFrequencies: this.#entryFrequencies.values(),
        }),
        ...places,
        unitLengths,
        unitKeys: Buffer.from([...this.#units.keys()].join(''), 'hex'),
        unitTextStarts,
        unitHeadingsBytes: this.#headingsBytes.values(),
        unitChecksums: Uint32Array.from(this.#texts, (text) => crc32(text)),
        revisionStarts: startsOf(revisionNames),
        revisionBytes: Buffer.concat(revisionNames),
        revisionNumbers: Uint32Array.from(this.#revisionNames, ({ revision }) => revision),
      },
    };
  }

  #revisionNumber({ documentId, revision }: PlaceFields): number {
    const name = `${documentId} ${revision}`;
    const known = this.#revisions.get(name);
    if (known !== undefined) return known;
    this.#revisionNames.push({ id: documentId, revision });
    this.#revisions.set(name, this.#revisions.size);
    return this.#revisions.size - 1;
  }

  #ruleNumber({ groups, validFromMs, validUntilMs, isHistorical = false }: PlaceFields): number {
    const rule = {
      ...{ groups: [...groups].sort(), validFromMs, validUntilMs },
      ...(isHistorical ? { isHistorical } : {}),
    };
    const name = JSON.stringify(rule);
    const known = this.#rules.get(name);
    if (known !== undefined) return known;
    this.#ruleList.push(rule);
    this.#rules.set(name, this.#rules.size);
    return this.#rules.size - 1;
  }
}

function startsOf(parts: readonly Uint8Array[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(parts.length + 1);
  for (const [position, part] of parts.entries())
    starts[position + 1] = (starts[position] ?? 0) + part.length;
  return starts;
}
