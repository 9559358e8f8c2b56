import { png } from '../../support/png.ts';
import type { PageServer } from './page-server.ts';
import type { ScreenPage } from './screen-page.ts';

/** Enough text for Readability to detect an article. */
const PARAGRAPH =
  'The garden behind the old library had been locked for years, and nobody in the town could say ' +
  'with certainty who kept the key. On the first warm morning of the year the gate stood open. ' +
  'Those who walked in found the paths swept, the beds turned, and a table with a single chair.';

export interface ArticleText {
  readonly title: string;
  /** HTML between the second paragraph and the others. */
  readonly middle?: string;
  readonly head?: string;
  /** `lang` and `dir` of the document. */
  readonly attributes?: string;
}

/** Returns a plain article page with a heading, six paragraphs, and `middle` between them. */
export function articleHtml({
  title,
  middle = '',
  head = '',
  attributes = 'lang="en"',
}: ArticleText): string {
  const paragraphs = Array.from({ length: 6 }, (_, index) => `<p>${index + 1}. ${PARAGRAPH}</p>`);
  return `<!doctype html>
<html ${attributes}>
  <head><meta charset="utf-8"><title>${title}</title>${head}</head>
  <body>
    <nav><a href="/">Home</a> <a href="/about">About</a></nav>
    <main><article>
      <h1>${title}</h1>
      ${paragraphs.slice(0, 2).join('\n')}
      ${middle}
      ${paragraphs.slice(2).join('\n')}
    </article></main>
    <footer>Printed in the garden.</footer>
  </body>
</html>`;
}

/** Serves an article at `http://journal.example/<name>` and returns the address. */
export function serveArticle(
  web: PageServer,
  name: string,
  text: ArticleText,
  headers: Readonly<Record<string, string>> = {},
): string {
  const address = `http://journal.example/${name}`;
  web.page(address, articleHtml(text), headers);
  return address;
}

/** Serves an article most of whose text is in a form, which captures leave out, and returns its address. */
export function serveForm(web: PageServer, name: string, title: string): string {
  const years = (from: number, count: number) =>
    Array.from(
      { length: count },
      (_, at) =>
        `<p>In year ${from + at} the keeper wrote that ${from + at} gulls had come to the rock, and that the lamp was dry.</p>`,
    ).join('');
  const address = `http://journal.example/${name}`;
  const text = `<article><h1>${title}</h1>${years(1, 6)}</article><form>${years(10, 30)}</form>`;
  web.page(address, `<!doctype html><html lang="en"><title>${title}</title><main>${text}</main>`);
  return address;
}

/** Serves a picture of one colour at `address`. */
export function serveImage(web: PageServer, address: string, colour: Colour, size = 64): void {
  const bytes = png(Buffer.alloc(size * size * 3, Buffer.from(colour)), size, size);
  web.on(address, (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': bytes.length });
    response.end(bytes);
  });
}

/** Starts a script in the page that blocks everything else in the page for `busyMs`. */
export async function keepBusy(web: PageServer, page: ScreenPage, busyMs: number): Promise<void> {
  const spin = (ms: number) => {
    // Sent in the same task, so that the page is busy when the request has arrived.
    navigator.sendBeacon('/busy');
    for (const end = Date.now() + ms; Date.now() < end; );
  };
  const begun = new Promise<void>((done) => {
    web.on(new URL('/busy', page.page.url()).href, (_, response) => {
      response.end();
      done();
    });
  });
  page.evaluate(spin, busyMs).catch(() => {}); // The page may close before the script ends.
  await begun;
}

type Colour = readonly [red: number, green: number, blue: number];
