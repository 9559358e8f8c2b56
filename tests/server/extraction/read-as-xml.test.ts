import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWindow } from '../../support/jsdom-window';
import { describeOnDatabases } from '../storage/support/databases';
import {
  type ExtractionWorld,
  PARAGRAPHS,
  startExtractionWorld,
  storyPage,
} from '../support/extraction-world';
import { receivedParts } from '../support/sync-parts';

const { DOMParser, document } = openWindow('<!doctype html>', 'https://a.org/');

/** The texts and the elements of an article in order, with the depth of each. */
function outline(root: Element): readonly string[] {
  const lines: string[] = [];
  const visit = (node: Node, depth: number) => {
    const name = node.nodeType === node.ELEMENT_NODE ? (node as Element).localName : null;
    lines.push(`${depth} ${name ?? JSON.stringify(node.nodeValue)}`);
    for (const child of node.childNodes) visit(child, depth + 1);
  };
  visit(root, 0);
  return lines;
}

const BODY = `${PARAGRAPHS}
  <p>Before&nbsp;it &lt;b&gt; "&amp;"<br>a\u0001 \u{1f600}<wbr>break &#xfffe;</p><hr>
  <img src="a.png" alt="A &quot;picture&quot;&#2;, x < y" title="5 > 4">
  <p>Chosen words after the picture</p><img src="b.png"><pre>\n\nindented</pre>
  <table><colgroup><col span="2"><col></colgroup><tr><td>one<td><td>three</table>
  <math><mfrac><mi>x</mi><mspace width="1em"></mspace></mfrac></math>
  <svg viewBox="0 0 9 9"><path d="M0 0h9"></path><circle r="3"/></svg>
  <ol reversed><li>last</ol><details open><summary>More</summary><p>of it</p></details>`;

describeOnDatabases('an article that a client reads as XML, on %s', (database) => {
  let world: ExtractionWorld;
  beforeEach(async () => {
    world = await startExtractionWorld(database);
  });
  afterEach(() => world.end());

  it('has the elements, texts and highlights that it has as HTML', async () => {
    const id = await world.extract('/story', { html: storyPage(BODY), feature_find_main: false });
    const paragraph = { start_selector: 'section/p[6]', end_selector: 'section/p[6]' };
    const made = await world.t.send('POST', `/api/bookmarks/${id}/annotations`, {
      token: world.token,
      json: {
        ...paragraph,
        start_offset: 0,
        end_offset: 12,
        color: 'blue',
        note: 'A\u0003 <note>',
      },
    });
    expect(made.status).toBe(201);
    const stream = await world.t.send('POST', '/api/bookmarks/sync', {
      token: world.token,
      json: { id: [id], with_html: true },
    });
    const [part] = await receivedParts(stream);
    for (const html of [await world.article(id), part!.text]) {
      expect(html.match(/<(?:br|wbr|hr|img|col)\b[^>]*>/g)).toHaveLength(7);
      expect(html).not.toMatch(/<(?:br|wbr|hr|img|col)\b[^>]*[^/]>/);
      const xml = new DOMParser().parseFromString(html, 'text/xml').documentElement;
      expect(xml.querySelector('parsererror')).toBeNull();
      document.body.innerHTML = html;
      const [section] = document.body.children;
      // A parser of HTML drops the first line break in `pre`.
      const isSame = (line: string) => line.replace('\\n\\nindented', '\\nindented');
      expect(outline(xml).map(isSame)).toEqual(outline(section!));
      const named = [...xml.querySelectorAll('img, rd-annotation')].map(
        ({ localName }) => localName,
      );
      expect(named).toEqual(['img', 'rd-annotation', 'rd-annotation', 'img']);
      expect(xml.querySelector('rd-annotation')?.textContent).toBe('Chosen words');
      expect(xml.textContent).toContain('Before\u00a0it <b> "&"');
    }
  });
});
