import MarkdownIt from 'markdown-it';
import { openHtml, type ParsedPage } from '../../../src/capture/open-html';
import { fileTitleOf } from '../../../src/domain/web-address';

/** The HTML in it is sanitised with the article, as that of any page. */
const parser = new MarkdownIt({ html: true, linkify: true });
// Only addresses with a scheme are links, not `file.md`.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

/** The tick of a task at the start of an entry of a list. */
const TASK = /^\[([ x])\](?=\s)/i;
parser.core.ruler.after('inline', 'tasks', ({ tokens }) => {
  for (const [at, { type, children }] of tokens.entries()) {
    const [text] =
      type === 'inline' && tokens[at - 2]?.type === 'list_item_open' ? (children ?? []) : [];
    if (text?.type !== 'text') continue;
    text.content = text.content.replace(TASK, (_, tick) => (tick === ' ' ? '☐' : '☑'));
  }
});

/** Elements whose text a parser does not read. Writers mean their names, as GitHub assumes. */
const RAW = /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)\b)/gi;
for (const kind of ['html_block', 'html_inline'] as const)
  parser.renderer.rules[kind] = (tokens, at) => tokens[at]?.content.replace(RAW, '&lt;') ?? '';

/** In characters. The worst text of this length takes a few seconds. */
export const MAX_MARKDOWN_LENGTH = 1_000_000;
/** Site generators and notes begin with metadata between two such lines. */
const FRONT_MATTER_FENCE = /^---[ \t]*\r?\n/;
const MAX_METADATA_LENGTH = 10_000;
const METADATA = /^(?:[\w-]+\s*:|#)/;

/** Parses Markdown. Its title is in its metadata, or is its first heading, or the name of its file. */
export function openMarkdown(text: string, url: string): ParsedPage {
  const { title, body } = withoutMetadata(text);
  const page = openHtml(`<!doctype html><title></title><article>${parser.render(body)}`, url);
  const { tree } = page;
  const heading = tree.querySelector('h1,h2,h3,h4,h5,h6')?.textContent?.trim();
  const name = tree.querySelector('title');
  if (name !== null) name.textContent = title || heading || fileTitleOf(url);
  return page;
}

/** Divides a text into the title that its metadata name, and the text below them. */
function withoutMetadata(text: string): { readonly title: string; readonly body: string } {
  const whole = { title: '', body: text };
  const first = FRONT_MATTER_FENCE.exec(text)?.[0];
  if (first === undefined) return whole;
  const start = text.slice(first.length, first.length + MAX_METADATA_LENGTH);
  const lines = start.split('\n');
  const count = lines.findIndex((line) => line.trimEnd() === '---');
  // Other texts have a line across the page.
  if (count < 0 || !METADATA.test(lines[0] ?? '')) return whole;
  const named = lines.slice(0, count).find((line) => line.startsWith('title:')) ?? '';
  const title = named.slice('title:'.length).trim();
  const [, quoted = title] = /^(?:"(.*)"|'(.*)')$/.exec(title)?.filter(Boolean) ?? [];
  const length = lines.slice(0, count + 1).join('\n').length;
  return { title: quoted, body: text.slice(first.length + length) };
}
