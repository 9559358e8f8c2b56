import { walkBoxes } from '../clean/boxes';
import { NAMES_OF_FRAMES } from '../clean/names';
import { surveyPage } from '../kinds/survey';
import { repliesIn, teasersIn } from './series';

/** In letters: the prose of a page with a text that an article may be a small part of. */
const MIN_PAGE = 1_000;
const MIN_SHARE = 0.3;
/** The share of a page's prose in a box up to which its name says what it is. */
const MAX_BESIDE = 0.6;
/** Names of boxes that may have more. */
const LONG = / (?:comments?|cookies?|consent) /;

/**
 * True if a page has much more prose than an article with `prose` letters of it. Comments, teasers and
 * boxes that are named for something else do not count.
 */
export function isSmallPart(prose: number, page: Document, pageUrl: string): boolean {
  const root = surveyPage(page, pageUrl);
  if (root === null) return false;
  let own = root.prose;
  const others = new Set(repliesIn(root));
  walkBoxes(root, (box) => {
    const isBeside = others.has(box) || NAMES_OF_FRAMES.test(box.names);
    const isShort = box.prose <= MAX_BESIDE * root.prose || LONG.test(box.names);
    if (box !== root && isBeside && isShort && own - box.prose >= prose / 2) {
      own -= box.prose;
      return false;
    }
    for (const other of [...repliesIn(box), ...teasersIn(box)]) others.add(other);
    return true;
  });
  return own >= MIN_PAGE && prose < MIN_SHARE * own;
}
