import { describe, expect, it } from 'vitest';
import { chooseCanonical, cleanAddress } from '../../../src/capture/metadata/address';
import { cleanAuthors } from '../../../src/capture/metadata/authors';
import { cleanText } from '../../../src/capture/metadata/claims';
import { cleanKeywords } from '../../../src/capture/metadata/keywords';
import { languageOfArticle } from '../../../src/capture/metadata/language';
import { cleanDate } from '../../../src/capture/metadata/published';
import { readMetadata } from '../../../src/capture/metadata/read-metadata';
import { chooseTitle } from '../../../src/capture/metadata/title';

const PAGE = 'https://www.garden.example/2024/ferns';

function parse(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

describe('chooseTitle', () => {
  const context = {
    siteNames: ['The Garden Times'],
    site: 'gardentimes.example',
    headlines: ['Tree ferns'],
  };
  it.each([
    ['the name behind a bar', ['Ferns in shade | The Garden Times'], 'Ferns in shade'],
    ['the name behind a bar without space', ['Ferns in shade|Garden Times'], 'Ferns in shade'],
    ['the name behind a dash', ['Ferns – in shade – Garden Times'], 'Ferns – in shade'],
    ['the host behind a dash', ['Ferns in shade - GardenTimes.example'], 'Ferns in shade'],
    ['the domain’s own word', ['Ferns in shade · Gardentimes'], 'Ferns in shade'],
    ['the name before a bar', ['Garden Times | Ferns in shade'], 'Ferns in shade'],
    ['a section that stands before the name', ['Tree ferns | Plants | Garden Times'], 'Tree ferns'],
    [
      'a first claim that only names the site',
      ['Garden Times', 'Ferns in shade'],
      'Ferns in shade',
    ],
    ['the headline in an unknown frame', ['Tree ferns « My plants'], 'Tree ferns'],
    ['white space and marks', ['  Ferns\u200b \n in\u00ad shade '], 'Ferns in shade'],
  ])('removes %s', (_case, claims, title) => {
    expect(chooseTitle(claims, context)).toBe(title);
  });

  it.each([
    ['a dash of its own', 'Ferns - a short history'],
    ['a hyphen', 'Shade-loving ferns'],
    ['a colon after the name', 'Garden Times: a history'],
    ['the name before a dash', 'Garden Times - a history'],
    ['the name in mid-title', 'How Garden Times began'],
    ['nothing but the name', 'The Garden Times'],
  ])('keeps a whole title that has %s', (_case, title) => {
    expect(chooseTitle([title], context)).toBe(title);
  });

  it.each([
    ['a claim equal to it', ['Shock for fern lovers', 'Ferns in shade'], 'Ferns in shade'],
    ['a claim that has it beside the site', ['Shock', 'Ferns in shade ｜ Ann'], 'Ferns in shade'],
    [
      'a claim with most of its words',
      ['Ferns like shade: what grows where'],
      'Where ferns grow in shade',
    ],
  ])('returns the visible headline for %s', (_case, claims, headline) => {
    expect(chooseTitle(claims, { ...context, headlines: [headline] })).toBe(headline);
  });

  it('returns a claim without the label that stands before it in the headline', () => {
    const headlines = ['Topic: Where ferns grow'];
    expect(chooseTitle(['Where ferns grow'], { ...context, headlines })).toBe('Where ferns grow');
  });

  it('keeps a claim when the only headline is about something else', () => {
    const headlines = ['Our newest articles'];
    expect(chooseTitle(['Where ferns grow'], { ...context, headlines })).toBe('Where ferns grow');
  });

  it('returns an empty text when there is no title', () => {
    expect(chooseTitle(['', ' '], context)).toBe('');
  });
});

describe('cleanAuthors', () => {
  it.each([
    [['Ann Lee'], ['Ann Lee']],
    [['By Ann Lee'], ['Ann Lee']],
    [['Written by: Ann Lee'], ['Ann Lee']],
    [['Por Ana López'], ['Ana López']],
    [['Von Anna Müller'], ['Anna Müller']],
    [['By Ann Lee and Bo Ek'], ['Ann Lee', 'Bo Ek']],
    [['Ann Lee, Bo Ek & Cy Dow'], ['Ann Lee', 'Bo Ek', 'Cy Dow']],
    [['Ann Lee; Bo Ek'], ['Ann Lee', 'Bo Ek']],
    [
      ['Ann Lee', 'ann lee', 'Bo Ek'],
      ['Ann Lee', 'Bo Ek'],
    ],
    [['Lee, Ann'], ['Ann Lee']],
    [['Lee, Ann B.'], ['Ann B. Lee']],
    [['Marks and Spencer'], ['Marks and Spencer']],
    [['Byron Bay'], ['Byron Bay']],
    [['Von Miller'], ['Von Miller']],
    [['山田太郎'], ['山田太郎']],
    [['作者：山田太郎'], ['山田太郎']],
    [['Автор: Анна Ли'], ['Анна Ли']],
    [['Analysis by Ann Lee'], ['Ann Lee']],
    [['Ann Lee, MS, RDN'], ['Ann Lee']],
    [['Ann Lee, Ph.D.'], ['Ann Lee']],
    [['Bo Ek, Jr.'], ['Bo Ek, Jr.']],
    [['Bo Ek III'], ['Bo Ek III']],
    [['Ann Lee - Staff Writer'], ['Ann Lee']],
    [['ANN LEE, AP Sports Writer'], ['ANN LEE']],
    [['Anna Müller, Redakteurin'], ['Anna Müller']],
    [['Detroit wire staff'], ['Detroit wire staff']],
    [['Ann Lee <ann@example.org>'], ['Ann Lee']],
    [['Ann Lee (ann@example.org)'], ['Ann Lee']],
    [['Ann Lee (https://example.org/ann)'], ['Ann Lee']],
    [['Ann Lee (with Bo Ek, Cy Dow)'], ['Ann Lee']],
    [['Ann Lee has been writing about ferns for more than twenty years'], []],
    [['<a href="/ann">Ann Lee</a>'], ['Ann Lee']],
    [['https://example.org/ann', 'www.example.org', '@ann', 'admin', '2024', ''], []],
    [['a'.repeat(10_000)], []],
  ])('reads from %j the names %j', (claims, authors) => {
    expect(cleanAuthors(claims)).toEqual(authors);
  });

  it.each([
    ['it', 'Anna Lia e Beppe Rossi', ['Anna Lia', 'Beppe Rossi']],
    ['nl', 'Anna Lie en Bo Vos', ['Anna Lie', 'Bo Vos']],
    ['pl', 'Anna Lis i Jan Kos', ['Anna Lis', 'Jan Kos']],
    ['ru', 'Анна Ли и Пётр Лис', ['Анна Ли', 'Пётр Лис']],
    ['tr', 'Ayşe Li ve Can Ak', ['Ayşe Li', 'Can Ak']],
    ['sv', 'Anna Li, Bo Ek och Cy Al', ['Anna Li', 'Bo Ek', 'Cy Al']],
    ['es', 'José Ortega y Gasset', ['José Ortega y Gasset']],
    ['ja', '山田太郎、鈴木花子', ['山田太郎', '鈴木花子']],
    ['zh', '李和平', ['李和平']],
    ['ar', 'آن لي، بو إيك', ['آن لي', 'بو إيك']],
    ['{{lang}}', 'Ann Lee and Bo Ek', ['Ann Lee', 'Bo Ek']],
  ])('splits names in %s: %s', (lang, claim, authors) => {
    expect(cleanAuthors([claim], new Set(), lang)).toEqual(authors);
  });

  it.each([
    ['the site alone', 'Garden Times', []],
    ['the site after a name', 'Ann Lee. Garden Times', ['Ann Lee']],
    ['the site after a bar', 'Ann Lee | Garden Times', ['Ann Lee']],
    ['a name that begins like the site', 'Gardena Times', ['Gardena Times']],
  ])('leaves out the site: %s', (_case, claim, authors) => {
    expect(cleanAuthors([claim], new Set(['gardentimes']))).toEqual(authors);
  });

  it('leaves out a desk of the site', () => {
    expect(cleanAuthors(['Ann Lee, GTV Business'], new Set(['gtv']))).toEqual(['Ann Lee']);
  });
});

describe('cleanDate', () => {
  it.each([
    ['2024-05-06T07:08:09+02:00', '2024-05-06T07:08:09+02:00'],
    ['2024-05-06T07:08:09.123Z', '2024-05-06T07:08:09Z'],
    ['2024-05-06T07:08:09+0200', '2024-05-06T07:08:09+02:00'],
    ['2024-05-06T07:08-05', '2024-05-06T07:08:00-05:00'],
    ['2024-05-06 07:08:09 UTC', '2024-05-06T07:08:09Z'],
    ['20240506T070809Z', '2024-05-06T07:08:09Z'],
    ['2024-05-06', '2024-05-06'],
    ['2024/5/6', '2024-05-06'],
    ['20240506', '2024-05-06'],
    ['2024-05-06T07:08:09', '2024-05-06'],
    ['2024-05-06T99:08:09Z', '2024-05-06'],
    ['2024-05-06T07:08:09+99:00', '2024-05-06'],
    ['Mon, 06 May 2024 07:08:09 +0200', '2024-05-06T07:08:09+02:00'],
    ['Mon, 6 May 2024 07:08:09 GMT', '2024-05-06T07:08:09Z'],
    ['2024-05-06 07:08:09 EDT', '2024-05-06T07:08:09-04:00'],
    ['6 May 2024', '2024-05-06'],
    ['May 6th, 2024', '2024-05-06'],
    ['Monday, September 6, 2024 8:00 am', '2024-09-06'],
    ['1714979289', '2024-05-06T07:08:09Z'],
    ['1714979289000', '2024-05-06T07:08:09Z'],
    ['2024-02-29', '2024-02-29'],
  ])('reads %j as %j', (claim, published) => {
    expect(cleanDate(claim)).toBe(published);
  });

  it.each([
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '0001-01-01T00:00:00Z',
    '9999-12-31',
    '03/04/2024',
    '2024',
    '6 Foo 2024',
    'yesterday',
    '{{ page.date }}',
    '99999999999999',
    '',
    `2024-05-${'0'.repeat(100_000)}6`,
  ])('rejects %.40s', (claim) => {
    expect(cleanDate(claim)).toBeNull();
  });
});

describe('cleanText', () => {
  it.each([
    ['Salt &amp; pepper &#8212; &quot;fine&quot;', 'Salt & pepper — "fine"'],
    ['&#x1F33F; &unknown; &#0; &#99999999;', '🌿 &unknown; &#0; &#99999999;'],
    ['The &lt;b&gt; element', 'The &lt;b&gt; element'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['a\n\t b\0c', 'a b c'],
    ['می‌خواهم', 'می‌خواهم'],
  ])('converts %j to %j', (claim, text) => {
    expect(cleanText(claim, 100)).toBe(text);
  });

  it('truncates a long text at a word and never inside a character', () => {
    expect(cleanText('one two three four', 12)).toBe('one two…');
    expect(cleanText('🌿'.repeat(10), 8)).toBe('🌿🌿🌿…');
  });
});

describe('cleanAddress', () => {
  it.each([
    ['/fern.jpg', 'https://www.garden.example/fern.jpg'],
    ['//img.example/a b.jpg', 'https://img.example/a%20b.jpg'],
    ['https://ann:secret@img.example/', 'https://img.example/'],
    ['javascript:alert(1)', null],
    ['data:image/png;base64,AAAA', null],
    ['https://', null],
    [`/${'a'.repeat(5000)}`, null],
    ['', null],
  ])('converts %.60s to %j', (value, address) => {
    expect(cleanAddress(value, PAGE)).toBe(address);
  });

  it('does not resolve relative addresses against a base that is not on the web', () => {
    expect(cleanAddress('/a', 'javascript:alert(1)')).toBeNull();
    expect(cleanAddress('https://a.example/', 'javascript:alert(1)')).toBe('https://a.example/');
  });
});

describe('chooseCanonical', () => {
  it.each([
    ['its own address', [PAGE], [], PAGE],
    ['a relative address', ['/2024/ferns'], [], PAGE],
    ['another address of the site', ['https://garden.example/f'], [], 'https://garden.example/f'],
    ['another site, as a link', ['https://other.example/f'], [], 'https://other.example/f'],
    ['another site, as a mere claim', [], ['https://other.example/f'], null],
    ['the home page', ['https://www.garden.example/'], [], null],
    ['a developer’s machine', ['http://localhost:3000/2024/ferns'], [], null],
    ['a script', ['javascript:alert(1)'], [PAGE], PAGE],
  ])('handles %s', (_case, links, claims, canonical) => {
    expect(chooseCanonical(links, claims, PAGE, PAGE)).toBe(canonical);
  });

  it('accepts the address of a home page on the home page itself', () => {
    const home = 'https://www.garden.example/';
    expect(chooseCanonical([home], [], `${home}?utm_source=x`, home)).toBe(home);
  });
});

describe('the icon in readMetadata', () => {
  it.each([
    ['<link rel="shortcut icon" href="/a.ico">', 'a.ico'],
    ['<link rel="icon" sizes="16x16" href="/16"><link rel="icon" sizes="32x32" href="/32">', '32'],
    [
      '<link rel="icon" sizes="96x96" href="/96"><link rel="icon" sizes="512x512" href="/512">',
      '96',
    ],
    ['<link rel="icon" href="/a.ico"><link rel="apple-touch-icon" href="/touch.png">', 'touch.png'],
    ['<link rel="icon" type="image/svg+xml" href="/a"><link rel="icon" href="/a.ico">', 'a.ico'],
    ['<link rel="icon" href="/a.svg">', 'a.svg'],
    ['<link rel="icon" href="data:image/png;base64,AAAA">', 'favicon.ico'],
    ['<link rel="mask-icon" href="/mask.svg">', 'favicon.ico'],
  ])('chooses for %s the address %s', (html, name) => {
    expect(readMetadata(parse(html), PAGE).metadata.iconUrl).toBe(
      `https://www.garden.example/${name}`,
    );
  });
});

describe('the language and the direction of a page with its text', () => {
  const HEBREW = '<p>שלום עולם, זהו טקסט ארוך מספיק כדי לדעת לאן הוא זורם</p>';
  it.each([
    ['<html lang="en-us">', 'en-US', 'ltr'],
    ['<html lang="ar">', 'ar', 'rtl'],
    ['<html lang="ar" dir="ltr">', 'ar', 'ltr'],
    ['<html><body lang="fa" dir="RTL">', 'fa', 'rtl'],
    ['<html lang="ar" dir="ltr"><body dir="rtl">', 'ar', 'rtl'],
    ['<html dir="auto">', '', null],
    [`<html lang="en">${HEBREW}`, 'he', 'rtl'],
    [HEBREW, 'he', 'rtl'],
    ['<p>Long enough a text to know where it runs</p>', '', 'ltr'],
    ['<meta property="og:locale" content="pt_BR">', 'pt-BR', 'ltr'],
    ['<meta http-equiv="Content-Language" content="de">', 'de', 'ltr'],
    ['<html lang="{{lang}}"><meta property="og:locale" content="fr">', 'fr', 'ltr'],
  ])('are read from %s', (html, lang, textDirection) => {
    const page = parse(html);
    const { metadata } = readMetadata(page, PAGE);
    const found = languageOfArticle(page.body.textContent ?? '', metadata);
    expect(found).toMatchObject({ lang, textDirection });
  });
});

describe('the keywords of a page', () => {
  const keywordsOf = (head: string) => readMetadata(parse(head), PAGE).metadata.keywords;

  it('come from tags of articles, JSON-LD and the names of several indexes, once each', () => {
    const json = JSON.stringify({
      '@type': 'Article',
      keywords: ['Shade', { '@type': 'DefinedTerm', name: 'Moss' }],
    });
    const head = `<meta property="article:tag" content="Ferns"><meta property="article:tag" content="shade">
      <script type="application/ld+json">${json}</script>
      <meta name="keywords" content="ferns, Garden;wet soil、氷"><meta name="dc.subject" content="Botany">`;
    expect(keywordsOf(head)).toEqual([
      'Ferns',
      'shade',
      'Moss',
      'Garden',
      'wet soil',
      '氷',
      'Botany',
    ]);
  });

  it('are twenty at most, also of 10,000', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `word ${at}`);
    const json = JSON.stringify({ '@type': 'Article', keywords: many });
    expect(keywordsOf(`<script type="application/ld+json">${json}</script>`)).toHaveLength(20);
    expect(keywordsOf(`<meta name="keywords" content="${many.join(',')}">`)).toHaveLength(20);
    const tags = many.map((word) => `<meta property="article:tag" content="${word}">`).join('');
    expect(keywordsOf(tags)).toHaveLength(20);
  });

  it.each([
    ['markup', '<b>Ferns</b>', ['Ferns']],
    ['half of a tag', 'Ferns<img src=x onerror=alert(1)', ['Ferns img src=x onerror=alert(1)']],
    ['marks of direction', '\u202eFerns\u202c, \u200fShade\u2067', ['Ferns', 'Shade']],
    ['a sharp', '#Ferns, # Shade', ['Ferns', 'Shade']],
    ['line breaks and control characters', 'Ferns\u0000\n\nwet\t soil', ['Ferns', 'wet soil']],
    ['an address', 'https://a.example/b, www.a.example', []],
    ['texts without letters', '123, --, #, 2025-01', []],
    ['1,000 characters', 'f'.repeat(1000), []],
    ['nothing', ' , ;;', []],
  ])('are cleaned of %s', (_case, claim, keywords) => {
    expect(cleanKeywords([claim])).toEqual(keywords);
  });
});
