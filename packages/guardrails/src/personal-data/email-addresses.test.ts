import { describe, expect, it } from 'vitest';
import { scores } from './data-types.ts';
import { findEmailAddresses } from './email-addresses.ts';

const foundIn = (text: string) => findEmailAddresses(text).map(({ start, end }) => text.slice(start, end));

describe('findEmailAddresses', () => {
  it.each([
    ['in a sentence', 'Write to jane.doe+news@firma.co.uk.', 'jane.doe+news@firma.co.uk'],
    ['in brackets', 'Jane <jane@firma.de>, and others', 'jane@firma.de'],
    ['in a link', '[mail](mailto:jane@firma.de)', 'jane@firma.de'],
    ['in a query', 'https://firma.de/?user=jane@firma.de&x=1', 'jane@firma.de'],
    ['with a quoted name', '"jane doe"@firma.de', '"jane doe"@firma.de'],
    ['of another script', 'Пишите: иван@почта.рф!', 'иван@почта.рф'],
    ['with letters that have marks', 'josé@müller.de', 'josé@müller.de'],
    ['in the form of the DNS', 'a@xn--mller-kva.de', 'a@xn--mller-kva.de'],
    ['in a CSV row', 'Jane,jane@firma.de,Leeds', 'jane@firma.de'],
    ['spelled out in brackets', 'jane [at] firma [dot] de', 'jane [at] firma [dot] de'],
    ['spelled out, where a word says so', 'e-mail me: jane at firma dot de', 'jane at firma dot de'],
  ])('finds an address %s', (_, text, address) => {
    expect(foundIn(text)).toEqual([address]);
  });

  it.each([
    ['a handle', 'ask @jane or @firma.de'],
    ['a host without a domain', 'root@localhost and jane@server'],
    ['a file', 'logo@2x.png'],
    ['a version', 'left-pad@1.3.0'],
    ['a scoped package', '@types/node@latest'],
    ['a repository', 'git@github.com:org/repo.git'],
    ['the password of an address', 'https://jane:hunter@firma.de/'],
    ['two dots', 'jane..doe.@firma.de'.replace('jane..', '.')],
    ['prose', 'We met at the station, dot com or not.'],
    ['prose with both words', 'FormCheck at firma dot de'],
  ])('does not report %s as an address', (_, text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('gives a lower score to domains reserved for examples', () => {
    expect(findEmailAddresses('jane@example.com')[0]?.score).toBe(scores.named);
    expect(findEmailAddresses('jane@firma.de')[0]?.score).toBe(scores.sure);
  });
});
