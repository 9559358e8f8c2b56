import { describe, expect, it } from 'vitest';
import { createFullDom, openWindow } from '../../server/extraction/reading/full-dom';
import { readPage } from '../../server/extraction/reading/read-page';
import { dangersIn } from '../support/dangers';
import { XSS_VECTORS } from '../support/xss-vectors';

const fullDom = createFullDom();
const { document } = openWindow('<!doctype html>', 'https://a.org/');
const read = (html: string, contentType = 'text/html') => {
  const source = { url: 'https://a.org/b/', bytes: Buffer.from(html), contentType };
  return readPage({ ...source, findsMain: false }, fullDom).article?.html ?? '';
};

describe('what is read of a hostile page', () => {
  it.each(XSS_VECTORS)('is harmless when it is parsed again: $name', ({ html }) => {
    document.body.innerHTML = read(html);
    expect(dangersIn(document.body)).toEqual([]);
  });

  it('is harmless when the page is XML, or plain text', () => {
    const page = `<html xmlns="http://www.w3.org/1999/xhtml"><body onload="x()"><p onclick="x()">Hello
      <script>x()</script><a href="javascript:x()">a</a></p></body></html>`;
    for (const contentType of ['application/xhtml+xml', 'text/plain']) {
      document.body.innerHTML = read(page, contentType);
      expect(document.body.textContent).toContain('Hello');
      expect(dangersIn(document.body)).toEqual([]);
    }
  });

  it('leads nowhere else by its base', () => {
    const html = read('<base href="javascript:x"><p><a href="c">d</a>');
    expect(html).toContain('href="https://a.org/b/c"');
  });
});
