import { siteOf } from '../domain/url-identity';
import type { Capture } from './capture';

/** An article with more words is not a wall, even if the page has a captcha in a form. */
const MAX_WALL_WORDS = 300;
/** The same for a page with the title of a wall, because walls list their purposes and partners. */
const MAX_TITLED_WALL_WORDS = 2000;
/** The same if nothing else in the page says so: an article may have such a title. */
const MAX_TITLED_WORDS = 500;
/** The same for a page whose title only says that it wants a sign-in or is gone. */
const MAX_NOTICE_WORDS = 120;
/** With fewer words the article is not what the page is about. */
const MIN_ARTICLE_WORDS = 40;
/** A page with more links is a short text with a form that has a captcha. */
const MAX_WALL_LINKS = 30;
/** A field for comments or messages. Scripts of captchas add fields for their answers. */
const MESSAGE_FIELD = /<textarea(?![^>]{0,300}-response)/i;
/** Characters of a page that are searched for signs of a wall. */
export const MAX_WALL_HTML = 200_000;

/** Whole titles, because an article may begin with the same words. */
const WALL_TITLE =
  /^\W*(?:just a moment|attention required|are you (?:a )?(?:human|robot)|robot or human|access(?: \w+){0,5} denied|checking your browser|(?:vercel )?security check(?:point)?|before you continue|making sure you.re not a bot|human verification)(?=\W*$|\W*\s[|·—–-]\s| to )/i;
const CAPTCHA =
  /cf[-_](?:chl|turnstile)|anubis_challenge|incapsula[ _](?:incident|resource)|your browser before|(?:g-re|h-|px-)captcha|captcha-delivery|aws-waf-token|arkoselabs/i;
const CAPTCHA_WORDS =
  /just a moment|attention required|are you (?:a )?(?:human|robot)|not a robot|unusual traffic|verify (?:that )?you\b|access(?: \w+){0,5} denied|checking your browser|security check/i;
const CONSENT_MANAGER =
  /consent-?(?:manager|wall|page|form|collect)|sp_message|didomi|usercentrics|onetrust-(?:consent|banner)|(?:privacy|cookie)-?wall|cookiebot|qc-cmp|axeptio|iubenda/i;
const CONSENT_WORDS =
  /before you continue|we (?:and our partners )?use cookies|accept (?:all )?cookies|cookies? (?:consent|settings|preferences)/i;
/** The subjects of a question about cookies, in many languages. An article seldom has most of them. */
const CONSENT_SUBJECTS = [
  /cookie/i,
  /partner|partenaire|\bsocios|parceir/i,
  /consen[ts]|zustimm|einwillig|toestemming|samty|zg.d/i,
  /acc?e[pit]|ak[cz]ept|refus|rechaz|ablehn|rifiut|recus|weiger/i,
];
const MIN_SUBJECTS = 3;
/** A share of the sentences of an article. One may have a film that waits for consent. */
const MIN_ASKING = 0.3;
const ASKS_CONSENT = /^\w+:\/\/(?:consent|guce|privacy|cookie)[.-]/;
const SIGN_IN_ADDRESS =
  /^\w+:\/\/(?:(?:accounts?|(?:log|sign)in|auth|sso|idp)\.|[^?#]*\/(?:(?:log|sign)-?(?:in|up)|register|o?auth(?:enticate|orize|2)?|sso)(?:$|[/.?#]))/i;
/** The address of a start page. */
const START_PAGE_ADDRESS = /^\w+:\/\/[^/]*\/(?:index\.\w+)?(?:#|$)/;
const SIGN_IN_WORDS =
  /^\s*(?:(?:log|sign) ?(?:in|up)|anmelden|connexion)\b|(?:log|sign) in to continue/i;
/** Titles of missing pages, and titles with dots of the checks by Cloudflare. */
const NOTICE_WORDS =
  /^\s*(?:error )?(?:404|410)\s*(?:$|[|·—–:-]|not found|gone|error)|page (?:[\w ]{0,9}(?:not|n't)(?: be)? (?:found|exist)|no longer)|seite nicht gefunden|page introuvable|p.gina n.o? encontrada|nie znalezion|^(?:nur einen|u[mn]) (?:moment|instant)o? ?[.…]/i;

/** Returns the HTML of a shown page if its article is short and may be a wall; otherwise nothing. */
export function htmlOfWall(document: Document, { article }: Pick<Capture, 'article'>): string {
  const words = article?.wordCount ?? 0;
  // The banner of a page with fewer words is about its cookies, not the page.
  const mayBeWall = words >= MIN_ARTICLE_WORDS && words <= MAX_WALL_WORDS;
  return mayBeWall ? document.documentElement.outerHTML.slice(0, MAX_WALL_HTML) : '';
}

/**
 * The page that a site shows instead of another: a form to sign in, or something that a person has to
 * look at, such as a captcha, a question about cookies, or its start page.
 */
export type Wall = 'sign-in' | 'look';

/** A page that arrived, as it was asked for and as it is. */
export interface ArrivedPage {
  readonly askedUrl: string;
  /** After redirects. */
  readonly url: string;
  readonly html: string;
}

/** Returns what a page is if it is not the article; null: it may be the article. */
export function wallOf(
  page: ArrivedPage,
  capture: Pick<Capture, 'metadata' | 'article'>,
): Wall | null {
  const asked = URL.parse(page.askedUrl);
  const arrived = URL.parse(page.url);
  if (asked === null || arrived === null) return null;
  const hasMoved = asked.host !== arrived.host || asked.pathname !== arrived.pathname;
  const { title } = capture.metadata;
  const leadsTo = (kind: RegExp) => hasMoved && kind.test(arrived.href) && !kind.test(asked.href);
  if (leadsTo(SIGN_IN_ADDRESS)) return 'sign-in';
  // A site that has lost the page shows its start page instead. A short address may lead to that of another.
  const isLost = leadsTo(START_PAGE_ADDRESS) && siteOf(page.askedUrl) === siteOf(page.url);
  if (isLost || leadsTo(ASKS_CONSENT)) return 'look';
  const words = capture.article?.wordCount ?? 0;
  const html = page.html.slice(0, MAX_WALL_HTML);
  const isTold = CAPTCHA.test(html) || CONSENT_MANAGER.test(html) || CONSENT_WORDS.test(html);
  const maxTitled = isTold ? MAX_TITLED_WALL_WORDS : MAX_TITLED_WORDS;
  if (WALL_TITLE.test(title) && words <= maxTitled) return 'look';
  if (words > MAX_WALL_WORDS) return null;
  const isNotice = words <= MAX_NOTICE_WORDS;
  if (isNotice && NOTICE_WORDS.test(title)) return 'look';
  if (isNotice && SIGN_IN_WORDS.test(title)) return 'sign-in';
  const article = capture.article?.html ?? '';
  // A page may be a picture with a few words.
  const isShort = words < MIN_ARTICLE_WORDS && !article.includes('<img');
  const isBare = html.split('<a ').length <= MAX_WALL_LINKS && !MESSAGE_FIELD.test(html);
  // The rest of a page has a link to its settings, and the scripts of walls that others see.
  const said = `${title}\n${textOfHtml(isShort ? html : article)}`;
  const isWall =
    // The page of a short text is not at hand in the browser.
    (CAPTCHA.test(html || article) &&
      isBare &&
      (isShort || (isNotice && CAPTCHA_WORDS.test(said)))) ||
    (CONSENT_MANAGER.test(html)
      ? asksForConsent(said) && (isShort || isAboutConsent(said))
      : subjectsIn(said) > MIN_SUBJECTS && isAboutConsent(said));
  return isWall ? 'look' : null;
}

const asksForConsent = (said: string): boolean =>
  CONSENT_WORDS.test(said) || subjectsIn(said) >= MIN_SUBJECTS;

const subjectsIn = (text: string): number =>
  CONSENT_SUBJECTS.filter((subject) => subject.test(text)).length;

function isAboutConsent(text: string): boolean {
  const sentences = text.split(/[.!?。！？]\s/);
  return sentences.filter(subjectsIn).length >= sentences.length * MIN_ASKING;
}

/** The words of a page, roughly. */
const textOfHtml = (html: string): string => html.replace(/<[^<>]*>/g, ' ');
