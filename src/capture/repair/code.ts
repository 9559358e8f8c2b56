import { codeLanguage } from './code-language';
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
  for (const table of find('table')) {
    const cells = table.querySelectorAll(CODE_CELL);
    if (cells.length > 0 && table.querySelector('table') === null) {
      table.replaceWith(blockOf([...cells], codeLanguage(table), document));
    }
  }
  for (const block of find('pre')) {
    if (isCode(block)) block.replaceWith(blockOf([block], codeLanguage(block), document));
  }
}

/** A `<pre>` may as well hold a poem with pictures: one with blocks of text in it stays as it is. */
const isCode = (block: Element): boolean =>
  block.querySelector('p + p,ul,ol:has(p),h1,h2,h3,img,blockquote') === null;

function blockOf(parts: readonly Element[], language: string | null, document: Document): Element {
  const block = document.createElement('pre');
  const code = document.createElement('code');
  parts.forEach((part, index) => {
    if (index > 0 && !(code.textContent ?? '').endsWith('\n')) code.append('\n');
    code.append(codeContent(part));
  });
  if (language !== null) block.setAttribute('data-language', language);
  const id = parts[0]?.getAttribute('id');
  if (id) block.id = id;
  block.append(code);
  return block;
}
