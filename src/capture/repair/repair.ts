import { withoutFragment } from '../../domain/url-identity';
import { absolutePageUrl } from '../addresses';
import { textLength } from '../normal-text';
import { sumOf } from '../sum';
import { repairCode } from './code';
import { repairHidden } from './hidden';
import { repairImages, repairNoscriptImages } from './images';
import { repairMath } from './math';
import { repairMedia } from './media';
import { repairNotes } from './notes';
import { dropOtherArticles } from './other-articles';
import { findQuestions, repairPanels } from './panels';
import { type RepairContext, type RepairTools, repairTools } from './repair-context';
import { showTemplates } from './templates';

/**
 * The order matters: fallback images are found before the placeholder next to them gets an address.
 */
const REPAIRS: readonly ((tools: RepairTools) => void)[] = [
  dropOtherArticles,
  repairLinks,
  repairNoscriptImages,
  repairMedia,
  repairImages,
  repairMath,
  repairCode,
  markDataTables,
  repairNotes,
  repairOpened,
  dropHeadingLinks,
];

/**
 * Repairs a copy of the page so that Readability and a reader without scripts can see its content.
 * Every repair runs even if another one fails.
 */
export function repair(context: RepairContext): void {
  // The other repairs look at the elements in it.
  showTemplates(context);
  const tools = repairTools(context);
  for (const step of REPAIRS) {
    try {
      step(tools);
    } catch {
      // An article without this repair is better than none.
    }
  }
}

/** The controls of hidden texts are found before the texts are removed, and before they become paragraphs. */
function repairOpened(tools: RepairTools): void {
  const questions = findQuestions(tools.root);
  repairHidden(tools);
  repairPanels(tools, questions);
}

/**
 * Shortens links within the page to `#…`. Makes addresses absolute where Readability would resolve
 * them against the wrong base: in a document with a `<base>`, and in a frame.
 */
function repairLinks({ find, baseUrl, pageUrl }: RepairTools): void {
  const page = withoutFragment(pageUrl);
  const isOwnBase = withoutFragment(baseUrl) === page;
  for (const base of find('base')) base.remove();
  for (const link of find('a')) {
    const href = link.getAttribute('href')?.trim() ?? '';
    if (href === '' || href.startsWith('#')) continue;
    const url = isOwnBase ? href : absolutePageUrl(href, baseUrl);
    if (url === null) continue;
    if (url.startsWith(`${page}#`)) link.setAttribute('href', url.slice(page.length));
    else if (!isOwnBase) link.setAttribute('href', url);
  }
}

/** In UTF-16 code units: `#`, `Copy link`, `Permalink`. */
const MAX_HEADING_LINK = 20;

/**
 * Drops the link to a heading that is beside it in a box for the two. Readability removes a short box with a
 * link, and the heading with it. It runs last, because the link may open a panel.
 */
function dropHeadingLinks({ find }: RepairTools): void {
  for (const link of find('a')) {
    const [before, after] = [link.previousElementSibling, link.nextElementSibling];
    const heading = before ?? after;
    if ((before && after) || !heading?.matches('h1,h2,h3,h4,h5,h6')) continue;
    const isLastOfTwo = (before?.previousElementSibling ?? after?.nextElementSibling) == null;
    const isOfPage = link.getAttribute('href')?.startsWith('#') === true;
    const box = link.parentElement;
    if (!isLastOfTwo || !isOfPage || box?.localName !== 'div') continue;
    if (textLength(link) > MAX_HEADING_LINK || link.querySelector('img,picture,video') !== null)
      continue;
    const others = [...box.childNodes].filter((node) => node !== heading && node !== link);
    if (others.some((node) => textLength(node) > 0)) continue;
    // Links within the page may lead to the mark.
    if (heading.id === '' && link.id !== '') heading.id = link.id;
    link.remove();
  }
}

/**
 * Marks data tables with a summary, so that Readability does not take a small table for layout. The
 * sanitiser removes the mark.
 */
function markDataTables({ find }: RepairTools): void {
  for (const table of find('table')) {
    if (isData(table)) table.setAttribute('summary', 'data');
  }
}

const MIN_ROWS = 2;
/** On average: a row may be one title across all columns. */
const MIN_COLUMNS = 1.5;
const MAX_MEAN_CELL_LENGTH = 200;

function isData(table: Element): boolean {
  if (table.getAttribute('role') === 'presentation') return false;
  if (table.querySelector('table,form,nav,p + p') !== null) return false;
  const rows = (table as HTMLTableElement).rows;
  if (rows.length < MIN_ROWS) return false;
  const cells = table.querySelectorAll('td,th').length;
  if (cells / rows.length < MIN_COLUMNS) return false;
  const length = textLength(table);
  const linked = sumOf([...table.querySelectorAll('a')], textLength);
  return length <= cells * MAX_MEAN_CELL_LENGTH && linked < 0.6 * length;
}
