import { lineOf } from '../normal-text';
import { type Box, linkDensity, pageLinks, siblingsOf } from './boxes';
import { isNamed } from './named-boxes';
import { type CleaningContext, type CleaningRule, isHead, isHeading, isTail } from './stage';

/** In letters: a headline and its label. */
const MAX_LINK_LINE_LETTERS = 220;
const MIN_LINKED = 0.8;
/** The length of a label such as `Read more:`, `Lesen Sie auch:`, `関連記事：`. */
const MAX_LINK_LABEL_LETTERS = 50;
const MAX_LABEL_WORDS = 6;

/**
 * Removes lines that consist of a link to another page of the site, with or without a label before
 * it, and lists of such lines.
 */
export const leadsElsewhere: CleaningRule = (box, context) =>
  (isOtherArticle(box) ||
    isReadMore(box, context) ||
    isLinkList(box, context) ||
    isCardList(box, context)) &&
  !isMeant(box);

const FILE_ADDRESS = /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|zip|epub)(?:[?#]|$)/i;

/** True for links to files, and for what the sentence before it announces. */
function isMeant(box: Box): boolean {
  if (pageLinks(box) === 0) return false;
  const announced = siblingsOf(box, 1).before[0]?.text ?? '';
  if (/[:：]$/.test(announced) && !hasLabel(announced)) return true;
  const [...links] = box.element.querySelectorAll('a[href]');
  return links.every((link) => FILE_ADDRESS.test(link.getAttribute('href') ?? ''));
}

const MIN_LINK_CARDS = 3;
/** In letters: a title and an excerpt. */
const MAX_LINK_CARD_LETTERS = 350;
/** A share of the prose of the article. Cards with more are its subject. */
const MAX_RELATED_LINKS_SHARE = 0.4;

/** True for boxes of one kind at the end that lead to one other page of the site each. */
function isCardList({ prose, end, children }: Box, { root }: CleaningContext): boolean {
  if (end < root.prose || prose > MAX_RELATED_LINKS_SHARE * root.prose) return false;
  const cards = children.filter((child) => child.letters + child.images > 0 && !isHeading(child));
  return (
    cards.length >= MIN_LINK_CARDS &&
    cards.every((card) => card.names === cards[0]?.names && isCard(card))
  );
}

function isCard(card: Box): boolean {
  if (card.letters > MAX_LINK_CARD_LETTERS || card.links.own === 0 || card.kept > 0) return false;
  const links = [...card.element.querySelectorAll('a[href]')];
  const target = links[0]?.getAttribute('href');
  return (
    links.every((link) => link.getAttribute('href') === target) &&
    card.element.querySelector(TITLE_OF_CARD) !== null
  );
}

/** The image or the title of a card is a link. */
const TITLE_OF_CARD = 'a img,h2 a,h3 a,h4 a,a h2,a h3,a h4';

/** The share of a line in a link that makes it a link to another article. */
const LINK_LINE = 0.9;
/** The same for a line that begins with a label, such as `Read more:`. */
const LABELLED_LINK_LINE = 0.55;
const HEADLINE_ELEMENT = /^(?:p|div|strong|em|h[1-6]|center|section|blockquote)$/;

function isReadMore(box: Box, context: CleaningContext): boolean {
  if (box.children.some(({ letters }) => letters > 0) || box.images > 0) return false;
  if (
    !HEADLINE_ELEMENT.test(box.element.localName) ||
    box.letters === 0 ||
    box.letters > MAX_LINK_LINE_LETTERS
  )
    return false;
  if (box.links.own === 0 || isInQuote(box) || STATEMENT.test(box.text)) return false;
  const density = linkDensity(box);
  const isLabelled = density >= LABELLED_LINK_LINE && hasLabel(box.text);
  if (box.element.localName === 'blockquote') return isLabelled;
  return (density >= LINK_LINE || isLabelled) && (!isHeading(box) || isTail(box, context));
}

function hasLabel(text: string): boolean {
  const end = text.search(/[:：»→►▶]/);
  const words = text.slice(0, end).trim().split(/\s+/);
  return end > 0 && end <= MAX_LINK_LABEL_LETTERS && words.length <= MAX_LABEL_WORDS;
}

/** A headline has no full stop. */
const STATEMENT = /[^.][.。।॥።]["'”’»)\]」』]*$/;

const isInQuote = ({ element }: Box): boolean =>
  element.parentElement?.closest('blockquote,table,li') != null;

const MAX_RELATED_LINKS = 12;
const MIN_OWN_LINK_SHARE = 0.8;
/** In letters. A headline is longer than the name of a thing. */
const MIN_LINKED_HEADLINE_LETTERS = 24;
const MAX_LETTERS_PER_LINK = 150;

function isLinkList(box: Box, context: CleaningContext): boolean {
  const { localName } = box.element;
  if (!/^(?:ul|ol|p)$/.test(localName) && !isGrid(box)) return false;
  const links = pageLinks(box);
  if (localName === 'p' && STATEMENT.test(box.text)) return false;
  if (box.prose > 0 || links === 0 || box.links.note > 0) return false;
  const density = linkDensity(box);
  const isOfSite = box.links.own + box.links.tag + box.links.author >= links * MIN_OWN_LINK_SHARE;
  if (localName !== 'p' && isOfSite && isTail(box, context)) {
    return density >= 0.25 && box.letters / links <= MAX_LETTERS_PER_LINK;
  }
  const isRelated = isNamed(box.names, 'related');
  if (links > 1 && !isRelated && !isHead(box) && !isLabelled(box)) return false;
  return (
    density >= MIN_LINKED &&
    links >= (localName === 'p' ? 2 : 1) &&
    links <= MAX_RELATED_LINKS &&
    box.links.own + box.links.tag >= links * MIN_OWN_LINK_SHARE &&
    (box.linkLetters / links >= MIN_LINKED_HEADLINE_LETTERS || isRelated)
  );
}

/** True for links that begin with a label, and after a heading or a short line, which may be one. */
function isLabelled(box: Box): boolean {
  const link = box.element.querySelector('a');
  if (link !== null && !lineOf(box.element).startsWith(lineOf(link))) return true;
  const before = siblingsOf(box).before.find(({ letters, images }) => letters + images > 0);
  return (
    before !== undefined && before.letters <= MAX_LINK_LABEL_LETTERS && before.children.length === 0
  );
}

/** Several boxes of one kind, such as cards. */
function isGrid(box: Box): boolean {
  const [first, ...others] = box.children;
  return (
    first !== undefined &&
    others.length > 0 &&
    first.names !== '' &&
    box.text === '' &&
    others.every((child) => child.names === first.names)
  );
}

/** In letters: an article before the others. */
const MIN_FIRST = 200;

/** True for a whole article after a heading that is named for related ones. */
function isOtherArticle(box: Box): boolean {
  if (box.element.localName !== 'article' || box.start < MIN_FIRST) return false;
  return siblingsOf(box).before.some(
    (sibling) => isHeading(sibling) && isNamed(sibling.names, 'related'),
  );
}
