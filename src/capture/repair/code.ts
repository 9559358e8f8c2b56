import { codeLanguage, type KnownBoxes } from './code-language';
import { codeContent } from './code-text';
import type { RepairTools } from './repair-context';

/** The cell of a table whose other cell has the line numbers. */
const CODE_CELL =
  'td.code,td.rouge-code,td.hljs-ln-code,td.blob-code,td.crayon-code,td.lntd + td.lntd';

/**
 * Makes of each code block one `<pre data-language><code>`: without colours, line numbers and
 * buttons, whatever its highlighter has built.
 */
export function repairCode({ find, document }: RepairTools): void {
  const aroundTables: KnownBoxes = new Map();
  for (const table of find('table')) {
    const cells = table.querySelectorAll(CODE_CELL);
    if (cells.length > 0 && table.querySelector('table') === null) {
      table.replaceWith(blockOf([...cells], codeLanguage(table, aroundTables), document));
    }
  }
  const aroundBlocks: KnownBoxes = new Map();
  for (const block of find('pre')) {
    if (!isCode(block)) continue;
    block.replaceWith(blockOf([block], codeLanguage(block, aroundBlocks), document));
  }
}

/** A `<pre>` may as well hold a poem with pictures: one with blocks of text in it stays as it is. */
const isCode = (block: Element): boolean =>
  block.querySelector('p + p,ul,ol:has(p),h1,h2,h3,img,blockquote') === null;

function blockOf(parts: readonly Element[], language: string | null, document: Document): Element {
  const block = document.createElement('pre');
  const code = document.createElement('code');
  let isLineOver = true;
  for (const [at, part] of parts.entries()) {
    if (!isLineOver) code.append('\n');
    const content = codeContent(part);
    const text = content.textContent ?? '';
    // Before a part without text the line has just been ended, unless it is the first.
    isLineOver = text === '' ? at > 0 : text.endsWith('\n');
    code.append(content);
  }
  if (language !== null) block.setAttribute('data-language', language);
  const id = parts[0]?.getAttribute('id');
  if (id) block.id = id;
  block.append(code);
  return block;
}
