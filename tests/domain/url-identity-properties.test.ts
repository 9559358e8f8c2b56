import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { urlKey } from '../../src/domain/url-identity';

const host = fc.domain();
const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const path = fc.array(word, { maxLength: 4 }).map((segments) => segments.join('/'));
const parameters = fc.uniqueArray(
  fc.record({ name: word.map((name) => `p${name}`), value: fc.string({ maxLength: 8 }) }),
  { maxLength: 6, selector: ({ name }) => name },
);
const tracking = fc.subarray(['utm_source=a', 'utm_content=b', 'fbclid=c', 'gclid=d', 'mc_eid=e']);

const query = (pairs: readonly { name: string; value: string }[]) =>
  pairs.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);

const anyAddress = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.constantFrom(
        'https:',
        'http://h',
        'about:',
        'file:',
        'chrome://',
        'https://h/a?',
        'https://h#/',
      ),
      fc.string({ unit: fc.constantFrom(...'aZ/.:%2eE5?&=+#!@\\ ~é字\ud800') }),
    )
    .map(([start, rest]) => start + rest),
);

describe('urlKey', () => {
  it('never throws, and returns a key for which the key is the same', () => {
    fc.assert(
      fc.property(anyAddress, (address) => {
        const key = urlKey(address);
        if (key !== null) expect(urlKey(key)).toBe(key);
      }),
      { numRuns: 2000, examples: [['https:5..'], ['about:/.//a']] },
    );
  });

  it('does not depend on the order of parameters, tracking, fragment or scheme', () => {
    const shuffled = parameters.chain((pairs) =>
      fc.tuple(fc.constant(pairs), fc.shuffledSubarray(pairs, { minLength: pairs.length })),
    );
    fc.assert(
      fc.property(
        host,
        path,
        shuffled,
        tracking,
        word,
        (name, route, [pairs, again], ids, hash) => {
          const plain = `https://${name}/${route}?${query(pairs).join('&')}`;
          const followed = `http://${name}/${route}?${[...ids, ...query(again)].join('&')}#${hash}`;
          expect(urlKey(followed)).toBe(urlKey(plain));
        },
      ),
    );
  });

  it('distinguishes pages that differ in host, path or a parameter that is not for tracking', () => {
    const page = fc.record({ host, path, pairs: parameters });
    const addressOf = (of: {
      host: string;
      path: string;
      pairs: { name: string; value: string }[];
    }) => `https://${of.host}/${of.path}?${query(of.pairs).join('&')}`;
    fc.assert(
      fc.property(page, word, (one, more) => {
        const others = [
          { ...one, host: `${more}.${one.host}` },
          { ...one, path: `${one.path}/x${more}` },
          { ...one, path: `${one.path}X` },
          { ...one, pairs: [...one.pairs, { name: `q${more}`, value: '' }] },
          { ...one, pairs: one.pairs.map(({ name, value }) => ({ name, value: `${value}%2B` })) },
        ].filter((other) => addressOf(other) !== addressOf(one));
        for (const other of others)
          expect(urlKey(addressOf(other))).not.toBe(urlKey(addressOf(one)));
      }),
    );
  });
});
