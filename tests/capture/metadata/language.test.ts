import { describe, expect, it, vi } from 'vitest';
import { captureDocument } from '../../../src/capture';
import { CONJUNCTIONS } from '../../../src/capture/metadata/authors';
import {
  COMMON_LANGUAGES,
  languageOfArticle,
  usualScript,
} from '../../../src/capture/metadata/language';
import { openHtml } from '../../../src/capture/open-html';

const TEXTS = {
  arabic: 'تنمو السراخس في الظل وتحتاج إلى الماء في الصيف',
  hebrew: 'שרכים גדלים בצל וזקוקים למים רבים בקיץ החם',
  russian: 'Папоротники растут в тени и летом требуют воды',
  japanese: 'シダは日陰で育ち、夏には水をたくさん必要とします。',
  chinese: '蕨类植物生长在阴凉处，夏天需要大量的水才能长得好看。',
  korean: '고사리는 그늘에서 자라며 여름에는 물이 많이 필요합니다',
  thai: 'เฟิร์นเติบโตในร่มเงาและต้องการน้ำมากในฤดูร้อน',
  english: 'Ferns grow in the shade and need water in summer',
};

describe('the language of an article', () => {
  it.each([
    ['arabic', 'en', 'ltr', 'ar', 'rtl'],
    ['arabic', 'fa', 'rtl', 'fa', 'rtl'],
    ['arabic', '', null, 'ar', 'rtl'],
    ['hebrew', 'en-US', null, 'he', 'rtl'],
    ['russian', 'uk', 'ltr', 'uk', 'ltr'],
    ['russian', 'de', 'ltr', 'ru', 'ltr'],
    ['japanese', 'en', 'ltr', 'ja', 'ltr'],
    ['chinese', 'zh-TW', 'ltr', 'zh-TW', 'ltr'],
    ['chinese', '', null, 'zh', 'ltr'],
    ['chinese', 'ja', 'ltr', 'ja', 'ltr'],
    ['korean', 'en', 'ltr', 'ko', 'ltr'],
    ['thai', 'en', 'ltr', 'th', 'ltr'],
    ['english', 'ar', 'rtl', '', 'ltr'],
    ['english', 'de', 'ltr', 'de', 'ltr'],
    ['english', '', 'rtl', '', 'rtl'],
    ['english', 'x-invalid-tag-that-is-long', 'ltr', '', 'ltr'],
  ] as const)('in %s on a page in "%s", %s, is "%s"', (text, lang, textDirection, ...expected) => {
    const found = languageOfArticle(TEXTS[text], { lang, textDirection });
    expect([found.lang, found.textDirection]).toEqual(expected);
  });

  it('stays that of the page for a mixed text', () => {
    const declared = { lang: 'ja', textDirection: 'ltr' } as const;
    const text = `${TEXTS.english} ${TEXTS.english} ${TEXTS.japanese}`;
    expect(languageOfArticle(text, declared)).toEqual(declared);
    const arabic = { lang: 'ar', textDirection: 'rtl' } as const;
    expect(languageOfArticle(`${TEXTS.arabic} ${TEXTS.english}`, arabic)).toEqual(arabic);
  });

  it('is written from right to left if most of its letters are and the page says nothing', () => {
    const undeclared = { lang: 'en', textDirection: null } as const;
    for (const text of [`${TEXTS.hebrew} ${TEXTS.english.slice(0, 40)}`, 'שלום', 'ܫܠܡܐ', 'ދިވެހި']) {
      expect(languageOfArticle(text, undeclared).textDirection).toBe('rtl');
    }
  });

  it('stays that of the page for a name', () => {
    const declared = { lang: 'en', textDirection: 'ltr' } as const;
    expect(languageOfArticle('محمد', declared)).toEqual(declared);
  });

  it('is stored with a captured page, with its source', () => {
    const paragraph = `<p>${`${TEXTS.arabic}. `.repeat(12)}</p>`;
    const { document, window } = openHtml(
      `<html lang="en" dir="ltr"><title>Ferns</title><article>${paragraph.repeat(4)}</article>`,
      'https://garden.example/ferns',
    );
    const outcome = captureDocument(document, { window });
    if (outcome.kind !== 'captured') throw new Error(outcome.reason);
    expect(outcome.capture.metadata).toMatchObject({ lang: 'ar', textDirection: 'rtl' });
  });

  it.each(['en-GB', 'de', 'zh', 'ru'])(
    'needs no data of languages from the browser in %s, which take milliseconds to load',
    (lang) => {
      const spies = (['Locale', 'ListFormat', 'DateTimeFormat'] as const).map((name) =>
        vi.spyOn(Intl, name),
      );
      const text = lang === 'zh' ? TEXTS.chinese : lang === 'ru' ? TEXTS.russian : TEXTS.english;
      const { document, window } = openHtml(
        `<html lang="${lang}"><meta name="author" content="Ann Lee Ray and Bo Ek">
          <meta property="article:published_time" content="2024-05-03"><title>Ferns</title>
          <article><h1>Ferns</h1><p>3 mayo 2024</p>${`<p>${`${text}. `.repeat(12)}</p>`.repeat(4)}</article>`,
        'https://garden.example/ferns',
      );
      const outcome = captureDocument(document, { window, siteRules: [] });
      if (outcome.kind !== 'captured') throw new Error(outcome.reason);
      expect(outcome.capture.metadata.authors).toEqual(['Ann Lee Ray', 'Bo Ek']);
      expect(outcome.capture.metadata.lang).toBe(lang);
      for (const spy of spies) expect(spy).not.toHaveBeenCalled();
      vi.restoreAllMocks();
    },
  );

  it('has the words for `and` that the browser has', () => {
    const countries = [
      '',
      '-AO',
      '-BE',
      '-BR',
      '-BY',
      '-CH',
      '-CY',
      '-IT',
      '-NL',
      '-PT',
      '-RU',
      '-UA',
    ];
    for (const [language, word] of CONJUNCTIONS) {
      for (const country of countries) {
        const list = new Intl.ListFormat(`${language}${country}`).format(['A', 'B']);
        expect(list).toBe(`A ${word} B`);
      }
    }
  });

  it('has the scripts of common languages that the browser has', () => {
    const listed = Object.values(COMMON_LANGUAGES).join(' ').split(' ').filter(Boolean);
    for (const tag of [...listed, 'de-AT', 'pt-BR', 'sr-Latn', 'ms-Arab', 'ka', 'sr']) {
      expect(usualScript(tag), tag).toBe(new Intl.Locale(tag).maximize().script);
    }
  });
});
