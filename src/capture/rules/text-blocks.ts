import { normalText } from '../../domain/site-rules/page-structure';
import { BLOCK_NAMES, isElement, isText } from '../elements';

/** The text and the images that are in a block-level element and in none inside of it. */
export interface TextBlock {
  /** null: they are in no block. */
  readonly element: Element | null;
  /** Normal; an image is the name of its file. */
  readonly text: string;
  readonly letters: number;
  readonly nodes: readonly Node[];
}

const IS_BLOCK: ReadonlySet<string> = new Set(BLOCK_NAMES);
/** In letters: what an image counts as. */
const IMAGE_LETTERS = 50;
const MAX_FILE_LENGTH = 100;

/** Returns the blocks below `root` that have text or images, in the order in which they begin. */
export function textBlocks(root: Node): readonly TextBlock[] {
  const growing = new Map<Node, { text: string; images: number; nodes: Node[] }>();
  const add = (block: Node, node: Node, text: string, images: number): void => {
    const known = growing.get(block) ?? { text: '', images: 0, nodes: [] };
    known.text += text;
    known.images += images;
    known.nodes.push(node);
    growing.set(block, known);
  };
  // The depth of a captured page is bounded.
  const walk = (parent: Node, block: Node): void => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (isText(node)) {
        const text = node.nodeValue ?? '';
        if (text.trim() !== '' || growing.has(block)) add(block, node, text, 0);
      } else if (isElement(node)) {
        const element = node as Element;
        if (element.localName === 'img') add(block, node, `[${fileOf(element)}]`, 1);
        else walk(element, IS_BLOCK.has(element.localName) ? element : block);
      }
    }
  };
  walk(root, root);
  return [...growing].map(([block, { text, images, nodes }]) => {
    const normal = normalText(text);
    const letters = images === 0 ? normal.length : Math.max(normal.length, images * IMAGE_LETTERS);
    return { element: block === root ? null : (block as Element), text: normal, letters, nodes };
  });
}

/** The same before and after an address was completed. */
function fileOf(image: Element): string {
  const src = (image.getAttribute('src') ?? '').split(/[?#]/, 1)[0] ?? '';
  if (src.startsWith('data:')) return 'data:';
  return src.slice(src.lastIndexOf('/') + 1).slice(0, MAX_FILE_LENGTH);
}
