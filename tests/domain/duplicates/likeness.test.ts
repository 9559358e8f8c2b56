import { describe, expect, it } from 'vitest';
import { examine, likeness } from '../../../src/domain/duplicates';
import { type MemberParts, member } from './members';

const TEN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const SEVEN = [1, 2, 3, 4, 5, 6, 7];
const OTHERS = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30];

const compare = (urlA: string, urlB: string, a: MemberParts = {}, b: MemberParts = a) =>
  likeness(examine(member(urlA, a)), examine(member(urlB, b)));

const PAGE = 'https://example.org/story';
const TITLED = { title: 'Ice' };
const READ = { title: 'Ice', paragraphs: TEN };

describe('two addresses', () => {
  it.each([
    ['http://example.org/story/', ['address'], true],
    ['https://example.org/story?utm_source=x#top', ['address'], true],
    ['https://www.example.org/story', ['www'], true],
    ['https://example.org/story/index.html', ['index'], true],
    ['https://example.org/story/default.aspx', ['index'], true],
    ['https://m.example.org/story', ['mobile'], false],
    ['https://www.m.example.org/story', ['www', 'mobile'], false],
    ['https://amp.example.org/story', ['amp'], false],
    ['https://example.org/story/amp/', ['amp'], false],
    ['https://example.org/amp/story', ['amp'], false],
    ['https://example.org/story.amp', ['amp'], false],
    ['https://example.org/story?amp=1', ['amp'], false],
    ['https://www.google.com/amp/s/example.org/story', ['amp'], false],
    ['https://example-org.cdn.ampproject.org/c/s/example.org/story', ['amp'], false],
    ['https://example.org/story?ref=home', ['tracking'], false],
    ['https://www.example.org/story/amp?source=feed', ['www', 'amp', 'tracking'], false],
  ])('%s may be the same page by %j', (url, reasons, isSure) => {
    expect(compare(PAGE, url)).toEqual({ reasons, isSure });
  });

  it.each([
    'https://example.org/stories',
    'https://example.org/story/index',
    'https://example.org/story?id=2',
    'https://other.example.org/story',
    'https://example.com/story',
    'https://example.org:8443/story',
    'https://example.org/story#/part/2',
    'https://www.org/story',
  ])('%s is another page', (url) => {
    expect(compare(PAGE, url)).toBeNull();
  });

  it.each([
    ['https://en.wikipedia.org/wiki/Ice', 'https://en.m.wikipedia.org/wiki/Ice'],
    ['https://ice.blogspot.com/a', 'https://ice.blogspot.com/a?m=1'],
  ])('%s has a mobile version', (url, forTelephones) => {
    expect(compare(url, forTelephones)?.reasons).toEqual(['mobile']);
  });

  it.each([
    ['https://m.org/', 'https://org/'],
    ['https://www.com/', 'https://com/'],
    ['https://example.org/amp', 'https://example.org/'],
    ['https://example.org/?m=1', 'https://example.org/'],
    ['about:blank', 'about:config'],
  ])('%s is not %s', (a, b) => {
    expect(compare(a, b)).toBeNull();
  });

  it.each([
    ['https://m.example.org/story', TITLED, true],
    ['https://m.example.org/story', READ, true],
    ['https://example.org/story/amp', TITLED, true],
    ['https://example.org/story?ref=home', TITLED, false],
    ['https://example.org/story?ref=home', READ, true],
    ['https://example.org/story#/part/2', READ, true],
  ])('%s with %o is certainly the same page: %s', (url, parts, isSure) => {
    expect(compare(PAGE, url, parts)?.isSure).toBe(isSure);
  });

  it('are not certainly the same page when their texts differ', () => {
    const other = { ...READ, paragraphs: OTHERS };
    expect(compare(PAGE, 'https://www.example.org/story', READ, other)).toEqual({
      reasons: ['www'],
      isSure: false,
    });
  });

  it('are different pages when a possible tracking parameter changes title and text', () => {
    const other = { title: 'Snow', paragraphs: OTHERS };
    expect(compare(PAGE, `${PAGE}?source=feed`, READ, other)).toBeNull();
    expect(compare(PAGE, `${PAGE}?source=feed`, READ, { ...READ, paragraphs: OTHERS })).toEqual({
      reasons: ['tracking'],
      isSure: false,
    });
  });
});

describe('the canonical address', () => {
  const ELSEWHERE = 'https://stories.example.net/2024/ice';
  const own = (canonical: string, parts: MemberParts = TITLED) => ({ ...parts, canonical });

  it.each<[string, MemberParts, MemberParts]>([
    ["is the other's", READ, own(PAGE, READ)],
    [
      "is the other's but for what may differ",
      READ,
      own('https://www.example.org/story/amp', READ),
    ],
    [
      'is the same for both',
      own('https://example.com/a', READ),
      own('https://example.com/a?ref=x', READ),
    ],
    ["is the other's, with another title", READ, own(PAGE, { ...READ, title: 'Snow' })],
    ["is the other's, with most of the text", READ, own(PAGE, { ...READ, paragraphs: SEVEN })],
  ])('%s: they are one page', (_, a, b) => {
    expect(compare(PAGE, ELSEWHERE, a, b)).toEqual({ reasons: ['canonical'], isSure: true });
  });

  it.each<[string, MemberParts, MemberParts]>([
    ['has no text', TITLED, TITLED],
    ['has a text on one side only', READ, TITLED],
    ['has too short a text', { ...READ, wordCount: 49 }, { ...READ, wordCount: 49 }],
  ])('needs a confirmation where the same title %s, as on a sign-in page', (_, a, b) => {
    const like = { reasons: ['canonical'], isSure: false };
    expect(compare(PAGE, ELSEWHERE, a, own(PAGE, b))).toEqual(like);
  });

  it('is not certain when titles or texts differ', () => {
    const [snow, others] = [{ title: 'Snow' }, { ...READ, paragraphs: OTHERS }];
    expect(compare(PAGE, ELSEWHERE, TITLED, own(PAGE, snow))?.isSure).toBe(false);
    expect(compare(PAGE, ELSEWHERE, READ, own(PAGE, others))?.isSure).toBe(false);
    expect(compare(PAGE, ELSEWHERE, READ, own(PAGE, { ...others, ...snow }))).toBeNull();
  });

  it('has no effect when only one page declares it', () => {
    expect(compare(PAGE, ELSEWHERE, TITLED, own('https://example.org/other'))).toBeNull();
  });
});

describe('title and text', () => {
  const ELSEWHERE = 'https://www.example.org/2024/ice';

  it('make one page when they are equal on the same site', () => {
    expect(compare(PAGE, ELSEWHERE, READ)).toEqual({ reasons: ['text'], isSure: true });
    const spelled = { title: ' ICE ', paragraphs: NINE };
    expect(compare(PAGE, ELSEWHERE, READ, spelled)?.reasons).toEqual(['text']);
  });

  it('are not certain, or ignored, when the text is short', () => {
    expect(compare(PAGE, ELSEWHERE, { ...READ, wordCount: 199 })?.isSure).toBe(false);
    expect(compare(PAGE, ELSEWHERE, { ...READ, wordCount: 49 })).toBeNull();
  });

  it.each<[string, string, MemberParts, MemberParts]>([
    ['on two sites', 'https://example.net/2024/ice', READ, READ],
    ['with two titles', ELSEWHERE, READ, { ...READ, title: 'Snow' }],
    ['with no title', ELSEWHERE, { paragraphs: TEN }, { paragraphs: TEN }],
    ['with most of the text on two sites', 'https://a.example/', READ, { paragraphs: NINE }],
  ])('%s may be one page if the text is long, which a person decides', (_, url, a, b) => {
    expect(compare(PAGE, url, a, b)).toEqual({ reasons: ['near'], isSure: false });
    expect(compare(PAGE, url, a, { ...b, wordCount: 199 })).toBeNull();
  });

  it.each<[string, string, MemberParts, MemberParts]>([
    ['with a text that lacks a fifth', ELSEWHERE, READ, { ...READ, paragraphs: TEN.slice(2) }],
    ['with a text in other words', ELSEWHERE, READ, { ...READ, paragraphs: OTHERS }],
    ['with one text that is not here', ELSEWHERE, READ, { ...TITLED, wordCount: 300 }],
  ])('%s are two pages', (_, url, a, b) => {
    expect(compare(PAGE, url, a, b)).toBeNull();
  });
});
