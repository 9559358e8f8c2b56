import { describe, expect, it } from 'vitest';
import { htmlOfWall, MAX_WALL_HTML, wallOf } from '../../src/capture/wall';
import { capture } from '../library/library';

const ASKED = 'https://news.example/2020/story';

function judged(title: string, body: string, url = ASKED, words = 20) {
  return judgedAs(title, `<p>${'word '.repeat(words)}</p>`, body, url);
}

function judgedAs(title: string, article: string, around: string, url = ASKED) {
  const captured = capture({ url, title, html: article });
  return wallOf({ askedUrl: ASKED, url, html: `${article}${around}` }, captured);
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

  it.each([
    ['a question about cookies', 'Before you continue', '<p>We use cookies</p>', 576],
    ['a captcha', 'Just a moment...', '<div class="cf-turnstile"></div>', 624],
    ['a refusal', 'Attention Required! | Cloudflare', '', 400],
  ])('needs a look by its title, however much it says: %s', (_, title, body, words) => {
    expect(judged(title, body, ASKED, words)).toBe('look');
  });

  it.each([
    [
      'French',
      'Avec votre accord, nous et nos 874 partenaires utilisons des cookies. Vous pouvez retirer votre consentement. Tout accepter. Continuer sans accepter.',
    ],
    [
      'Spanish',
      'Con su acuerdo, nosotros y nuestros 812 socios usamos cookies para tratar datos personales. Puede retirar su consentimiento. Aceptar y cerrar. Rechazar.',
    ],
    [
      'German',
      'Wir und unsere 210 Partner verwenden Cookies. Ihre Zustimmung gilt für diese Seiten. Alle akzeptieren. Ablehnen.',
    ],
    [
      'Italian',
      'Noi e i nostri 400 partner usiamo i cookie. Puoi revocare il consenso. Accetta tutto. Rifiuta.',
    ],
  ])('needs a look when its words ask about cookies, in %s', (_, text) => {
    const article = `<p>${text}</p><p>${'mot '.repeat(200)}</p>`;
    expect(judgedAs('Le journal', article, '<script src="/didomi.js"></script>')).toBe('look');
  });

  it.each([
    ['Anubis', 'Making sure you’re not a bot!', '', 150],
    [
      'Anubis in another language',
      'Sicherstellen, dass Sie kein Bot sind!',
      '<script id="anubis_challenge" type="application/json">{}</script>',
      30,
    ],
    ['Cloudflare in German', 'Nur einen Moment…', '', 60],
    ['Cloudflare in French', 'Un instant…', '', 60],
    ['Cloudflare in Spanish and Italian', 'Un momento...', '', 60],
    [
      'Cloudflare in Japanese',
      'しばらくお待ちください...',
      '<script>window._cf_chl_opt = {}</script>',
      30,
    ],
    [
      'Cloudflare, by its script',
      'news.example',
      '<script>window._cf_chl_opt = {cvId: "3"}</script>',
      30,
    ],
    ['Vercel', 'Vercel Security Checkpoint', '', 60],
    ['DDoS-Guard', 'DDoS-Guard', '<p>Checking your browser before accessing it.</p>', 20],
    ['a browser that is checked', 'News', '<p>Checking your browser before accessing it.</p>', 20],
    ['a person that is verified', 'Human Verification', '', 60],
    ['a page that is gone, in Spanish', 'Página no encontrada | El diario', '', 60],
    ['a page that is gone, in Polish', 'Nie znaleziono strony', '', 60],
    ['a page that is gone, in Portuguese', 'Página não encontrada', '', 60],
  ])('needs a look when it is the wall of %s', (_, title, body, words) => {
    expect(judged(title, body, ASKED, words)).toBe('look');
  });

  it.each([
    'Request unsuccessful. Incapsula incident ID: 123-456',
    'Checking your browser before accessing news.example. Please wait a few seconds.',
  ])('needs a look when it begins so, without anything else: %s', (text) => {
    const page = capture({ url: ASKED, title: 'news.example', html: `<p>${text}</p>` });
    expect(wallOf({ askedUrl: ASKED, url: ASKED, html: '' }, page)).toBe('look');
  });

  it.each([
    [
      'Polish',
      'Klikając „Akceptuję”, wyrażasz zgodę na pliki cookie. Dane przetwarzają nasi zaufani partnerzy. Możesz odrzucić zgodę. Serwis jest bezpłatny.',
    ],
    [
      'German',
      'Wir und unsere 210 Partner verwenden Cookies. Ihre Zustimmung gilt für diese Seiten. Alle akzeptieren. Ablehnen.',
    ],
    ['English', 'We and our 210 trusted partners use cookies. Give your consent. Accept all.'],
  ])('needs a look when it asks about cookies without a known program, in %s', (_, text) => {
    expect(judgedAs('News', `<p>${text}</p><p>${'mot '.repeat(60)}</p>`, '')).toBe('look');
  });

  it.each([
    ['Making sure you’re not a bot: how Anubis works', 200],
    ['Human Verification and its history', 200],
    ['Un momento', 130],
    ['Un instant… de bonheur', 300],
    ['Página no encontrada: the art of the 404', 300],
  ])('is the article when it is about such a page: %s', (title, words) => {
    const text = `<p>The page says: checking your browser before accessing. Then the script with
      id="anubis_challenge" begins. ${'word '.repeat(words)}</p>`;
    expect(judgedAs(title, text, '')).toBeNull();
  });

  it('is the article when it is about questions for consent', () => {
    const text = `The court decides on cookies. Consent has to be free. Sites name their partners, and
      readers accept all. ${'The ferry left the harbour late. '.repeat(12)}`;
    expect(judgedAs('The court', `<p>${text}</p>`, '')).toBeNull();
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

  it('is the article when it is short, whatever is around it', () => {
    const around = `<footer><a>Cookie settings</a> Our partners. Are you a robot?</footer>
      <script src="/didomi.js">accept consent</script><div class="g-recaptcha"></div>`;
    const news = 'Das Parlament gab seine Zustimmung. '.repeat(48);
    expect(judgedAs('The council meets', `<p>${news}</p>`, around)).toBeNull();
  });

  it('is a short text beside a form with a captcha, on a page that leads elsewhere', () => {
    const menu = '<a href="/x">Elsewhere</a> '.repeat(60);
    expect(judged('A short note', `<div class="g-recaptcha"></div>${menu}`)).toBeNull();
  });

  it.each([
    ['which has a captcha', 20, '<p>Please show that you are not a robot.</p>'],
    ['and says something of the kind itself', 100, ''],
  ])('is the article when it is short, with a form for comments %s', (_, words, said) => {
    const form = `<form><textarea name="comment"></textarea><div class="g-recaptcha"></div></form>`;
    const text = `<p>The security check took long. ${'word '.repeat(words)}</p>`;
    expect(judgedAs('At the airport', text, said + form)).toBeNull();
  });

  it('needs a look with the field for the answer of a captcha', () => {
    const field =
      '<div class="g-recaptcha"><textarea name="g-recaptcha-response"></textarea></div>';
    expect(judged('news.example', `${field}<p>Go on</p>`)).toBe('look');
  });

  it('is the article when it has a word of captchas, a captcha, and more text than one', () => {
    const text = `<p>The security check took long. ${'word '.repeat(200)}</p>`;
    expect(judgedAs('At the airport', text, '<div class="g-recaptcha"></div>')).toBeNull();
  });

  it('is the article when a film in it waits for consent', () => {
    const film =
      '<p>To see this film, accept cookies of our partner. You can change your consent later.</p>';
    const text = `<p>${'The ferry left the harbour late. '.repeat(12)}</p>`;
    const around = '<script src="/usercentrics.js"></script>';
    expect(judgedAs('The ferry', text + film, around)).toBeNull();
    expect(judgedAs('The ferry', film + text, around)).toBeNull();
  });

  it('is the article when another title was found, and it has text', () => {
    expect(judged('Log In', '', ASKED, 191)).toBeNull();
    expect(judged('Log In', '')).toBe('sign-in');
  });

  it.each([
    ['a page about a sign-in', 'https://news.example/oauth-2-simplified/'],
    ['a page with the word in its name', 'https://news.example/q/26/login-page-in-angular'],
    ['an address without a name', 'https://news.example/?p=123'],
  ])('is the article when it has moved to %s', (_, url) => {
    expect(judged('A story', '', url, 900)).toBe(null);
  });

  it.each([
    ['https://news.example/index.html', 'https://news.example/'],
    ['https://privacy.example/statement', 'https://privacy.example/en/statement'],
  ])('is the article when %s was asked for and %s came', (askedUrl, url) => {
    const html = `<p>${'word '.repeat(900)}</p>`;
    const captured = capture({ url, title: 'A story', html });
    expect(wallOf({ askedUrl, url, html }, captured)).toBe(null);
  });

  it('is the article when only its title is like that of a wall, or it is a picture', () => {
    expect(judged('Are You Human? | The Review', '', ASKED, 1500)).toBe(null);
    const comic = '<p>A page of the comic.</p><img src="data:image/png;base64,AA" alt="">';
    const banner = '<script src="//consent.cookiebot.com/uc.js"></script><p>We use cookies.</p>';
    expect(judgedAs('A comic', comic, banner)).toBe(null);
  });

  it('may be the start page of another site that a short address leads to', () => {
    expect(judged('A site', '', 'https://other.example/')).toBeNull();
    expect(judged('A site', '', 'https://www.news.example/')).toBe('look');
  });

  it('is the article when its title only begins like that of a wall', () => {
    expect(judged('Just a moment of peace', '', ASKED, 500)).toBeNull();
    expect(
      judged('Your privacy at work', '<script src="/didomi.js"></script>', ASKED, 200),
    ).toBeNull();
  });
});

describe('the HTML that shows if a page is a wall', () => {
  const shown = (body: string) => new DOMParser().parseFromString(body, 'text/html');
  const ofWords = (words: number) => capture({ html: `<p>${'word '.repeat(words)}</p>` });

  it('is that of a page with a short article, up to a bound', () => {
    expect(htmlOfWall(shown('<p>Hello</p>'), ofWords(100))).toContain('<p>Hello</p>');
    expect(htmlOfWall(shown('x'.repeat(300_000)), ofWords(100))).toHaveLength(MAX_WALL_HTML);
  });

  it('is nothing if the article is long, or too short to say what the page is', () => {
    expect(htmlOfWall(shown('<p>Hello</p>'), ofWords(400))).toBe('');
    expect(htmlOfWall(shown('<p>Hello</p>'), ofWords(10))).toBe('');
    expect(htmlOfWall(shown('<p>Hello</p>'), { article: null })).toBe('');
  });
});
