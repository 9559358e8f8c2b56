import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_AUTHOR_LENGTH,
  MAX_AUTHORS,
  MAX_BOOKMARK_NOTE_LENGTH,
  MAX_READ_ANCHOR_LENGTH,
  MAX_SITE_NAME_LENGTH,
  MAX_TITLE_LENGTH,
} from '../../../src/contract';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { normalLabels } from '../../../src/domain/label';
import { newBookmark } from '../../../src/domain/new-bookmark';
import { unixMs } from '../../../src/domain/time';
import { urlKey } from '../../../src/domain/url-identity';
import {
  type Editable,
  isUnchanged,
  unsentChanges,
  withChanges,
  withTried,
} from '../../../src/library';

const URL_A = 'https://pages.example/a';
const PAGE = newBookmark('b1' as BookmarkId, URL_A, urlKey(URL_A)!, unixMs(0));
const changed = (values: Partial<Editable>, there: Partial<Editable> = {}) =>
  unsentChanges({ ...PAGE, ...values }, { version: { ...PAGE, ...there } }, true);
const NONE = { set: {}, addLabels: [], removeLabels: [] };

describe('what a server lacks of a bookmark', () => {
  it('is nothing if both are the same, in whatever form the server writes it', () => {
    expect(changed({ labels: ['Ice', 'sea'] }, { labels: ['sea', 'Ice'] })).toEqual(NONE);
    expect(
      changed(
        { published: '2020-01-02T03:04:05+02:00' },
        { published: '2020-01-02T01:04:05.000Z' },
      ),
    ).toEqual(NONE);
    // Decomposed, and with a second spelling that no device shows.
    expect(changed({ labels: ['Café', 'ice'] }, { labels: ['Cafe\u0301', 'ice', 'Ice'] })).toEqual(
      NONE,
    );
  });

  it('has a note only if the server has a place for it', () => {
    const noted = { ...PAGE, note: 'For Ada' };
    expect(unsentChanges(noted, { version: PAGE }, true).set).toEqual({ note: 'For Ada' });
    expect(unsentChanges(noted, { version: PAGE }, false)).toEqual(NONE);
  });

  it('has no value that the service does not take', () => {
    const there = { title: 'Ice', siteName: 'Example' };
    expect(changed({ title: '', siteName: '', published: 'in May' }, there)).toEqual(NONE);
    expect(changed({ published: null }, { published: '2020-01-02' }).set).toEqual({
      published: null,
    });
  });

  it('has texts and lists that are cut to what the service takes, between two characters', () => {
    const long = (length: number) => `${'x'.repeat(length - 1)}🍃`;
    const values = {
      title: long(MAX_TITLE_LENGTH),
      siteName: long(MAX_SITE_NAME_LENGTH),
      note: long(MAX_BOOKMARK_NOTE_LENGTH),
      authors: Array(MAX_AUTHORS + 1).fill(long(MAX_AUTHOR_LENGTH)),
    };
    const cut = {
      title: 'x'.repeat(MAX_TITLE_LENGTH - 1),
      siteName: 'x'.repeat(MAX_SITE_NAME_LENGTH - 1),
      note: 'x'.repeat(MAX_BOOKMARK_NOTE_LENGTH - 1),
      authors: Array(MAX_AUTHORS).fill('x'.repeat(MAX_AUTHOR_LENGTH - 1)),
    };
    expect(changed(values).set).toEqual(cut);
    // It is not sent again after the server has cut it, nor while only what was sent is known.
    expect(changed(values, cut)).toEqual(NONE);
    expect(changed(values, values)).toEqual(NONE);
  });

  it('has both parts of a reading position, without an element that is too long', () => {
    const there = { readProgress: 40, readAnchor: '#p4' };
    expect(changed({ readProgress: 40, readAnchor: '#p5' }, there).set).toEqual({
      readProgress: 40,
      readAnchor: '#p5',
    });
    const readAnchor = 'p '.repeat(MAX_READ_ANCHOR_LENGTH);
    expect(changed({ readProgress: 50, readAnchor }, there).set).toEqual({
      readProgress: 50,
      readAnchor: '',
    });
  });

  it('renames a label to another spelling', () => {
    expect(changed({ labels: ['ice'] }, { labels: ['Ice'] })).toMatchObject({
      addLabels: ['ice'],
      removeLabels: ['Ice'],
    });
  });

  it.each([[['Foo', 'foo']], [['a  b']], [['Cafe\u0301']], [['\u200b', 'x']]])(
    'is nothing of a bookmark of the server beside itself, with the labels %j',
    (labels) => {
      expect(changed({ labels }, { labels })).toEqual(NONE);
      // Labels that do not change keep the form of the server.
      expect(withChanges({ ...PAGE, labels }, { ...NONE, set: { title: 'Mine' } })).toMatchObject({
        title: 'Mine',
        labels,
      });
    },
  );

  it('does not remove a label in which nothing can be seen', () => {
    expect(changed({ labels: [] }, { labels: ['\u200b'] })).toEqual(NONE);
  });
});

describe('changes without a response', () => {
  const tried = (values: Partial<Editable>) => changed(values);

  it('are sent again with the values of now, also if those of before are back', () => {
    const known = { version: PAGE, tried: tried({ title: 'Mine', labels: ['ice'] }) };
    expect(unsentChanges(PAGE, known, true)).toEqual({
      set: { title: PAGE.title },
      addLabels: [],
      removeLabels: ['ice'],
    });
    // The late request would remove it in the spelling of the server.
    const decomposed = { set: {}, addLabels: [], removeLabels: ['Cafe\u0301'] };
    const cafe = { ...PAGE, labels: ['Café'] };
    expect(unsentChanges(cafe, { version: cafe, tried: decomposed }, true).addLabels).toEqual([
      'Café',
    ]);
    const removed = { version: { ...PAGE, labels: ['ice'] }, tried: NONE };
    const withIce = { ...PAGE, labels: ['ice'] };
    const both = withTried(removed.tried, { set: {}, addLabels: [], removeLabels: ['ice'] });
    expect(unsentChanges(withIce, { ...removed, tried: both }, true)).toMatchObject({
      addLabels: ['ice'],
      removeLabels: [],
    });
  });

  const labels = fc
    .subarray(['ice', 'Ice', 'sea', 'Sea', 'moss'])
    .chain((some) => fc.shuffledSubarray(some, { minLength: some.length }));
  const values = fc.record({
    title: fc.constantFrom('Ice', 'Snow', 'x'.repeat(2000)),
    note: fc.constantFrom('', 'For Ada'),
    isFavourite: fc.boolean(),
    place: fc.constantFrom(['', 0], ['#p1', 10], ['#p5', 50]),
    labels,
  });
  const pageOf = ({
    place: [readAnchor, readProgress],
    ...rest
  }: typeof values extends fc.Arbitrary<infer V> ? V : never) => ({
    ...PAGE,
    ...rest,
    readAnchor: String(readAnchor),
    readProgress: Number(readProgress),
    labels: normalLabels(rest.labels),
  });

  it('leave the server with the values of now, whichever of them it had received', () => {
    fc.assert(
      fc.property(values, values, values, fc.boolean(), (base, first, last, hasArrived) => {
        const version = { ...pageOf(base), labels: base.labels };
        const sent = unsentChanges(pageOf(first), { version }, true);
        const known = { version, tried: sent };
        const there = hasArrived ? withChanges(version, sent) : version;
        const again = unsentChanges(pageOf(last), known, true);
        const after = withChanges(there, again);
        // Nothing is left to send then.
        expect(isUnchanged(unsentChanges(pageOf(last), { version: after }, true))).toBe(true);
      }),
    );
  });
});
