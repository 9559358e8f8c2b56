/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import help from '../../docs/https.md?raw';
import { Layout } from './layout';
import { type PageRoute, publicPage, show } from './page';
import { pageText } from './text';

/** Only this page needs the packages for Markdown. */
async function renderHelp(): Promise<string> {
  const [{ fromMarkdown }, { toHast }, { toHtml }] = await Promise.all([
    import('mdast-util-from-markdown'),
    import('mdast-util-to-hast'),
    import('hast-util-to-html'),
  ]);
  return toHtml(toHast(fromMarkdown(help)));
}

let rendered: Promise<string> | null = null;

export const HTTPS_HELP = '/help/https';

/** Creates the page that shows docs/https.md, to which the web app links over plain http. */
export const httpsHelpPages = (): readonly PageRoute[] => [
  publicPage('GET', HTTPS_HELP, async ({ base }) => {
    rendered ??= renderHelp();
    return show(
      <Layout base={base} title={pageText('httpsTitle')} visitor={null} width="reading">
        <article class="article">{raw(await rendered)}</article>
      </Layout>,
    );
  }),
];
