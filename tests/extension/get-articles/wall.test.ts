import { describe, expect, it } from 'vitest';
import { wallOf } from '../../../src/extension/get-articles/wall';
import { capture } from '../../library/library';

const ASKED = 'https://news.example/2020/story';

function judged(title: string, body: string, url = ASKED, words = 20) {
  const text = `<p>${'word '.repeat(words)}</p>`;
  return wallOf({ askedUrl: ASKED, url, html: body }, capture({ url, title, html: text }));
}

const COOKIES = '<div class="consent-manager"><p>We use cookies. Accept all cookies</p></div>';

describe('a page that arrives instead of an article', () => {
  it.each([
    ['a captcha', 'Just a moment...', '<script src="/cdn-cgi/challenge-platform/x"></script>'],
    ['a captcha with few words', 'news.example', '<div class="h-captcha"></div><p>Go on</p>'],
    ['a refusal', 'Access denied', '<p>You are not a robot?</p>'],
    ['a question about cookies', 'The news', COOKIES],
    ['a question in its title', 'Before you continue to News', '<p>Hello</p>'],
    ['an error page that its server calls a page', '404 - Page not found', '<p>Oh</p>'],
  ])('needs a look: %s', (_, title, body) => {
    expect(judged(title, body)).toBe('look');
  });

  it('needs a look when it is another host that asks about cookies, or the start page', () => {
    expect(judged('News', '', 'https://consent.news.example/collect', 900)).toBe('look');
    expect(judged('News', '', 'https://news.example/', 900)).toBe('look');
  });

  it('needs a sign-in when it leads there, or says so', () => {
    expect(judged('News', '', 'https://news.example/login?to=x', 900)).toBe('sign-in');
    expect(judged('News', '', 'https://accounts.example/', 900)).toBe('sign-in');
    expect(judged('Log in to News', '<form></form>')).toBe('sign-in');
  });

  it('is the article when it is long, whatever else the page has', () => {
    expect(
      judged('A story about captchas', `<div class="g-recaptcha"></div>${COOKIES}`, ASKED, 900),
    ).toBeNull();
    expect(judged('A short story', '<p>Once upon a time</p>')).toBeNull();
    expect(judged('A story', '', 'https://www.news.example/2020/the-story', 900)).toBeNull();
  });
});
