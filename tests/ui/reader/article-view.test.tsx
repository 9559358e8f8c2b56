import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { page } from '../../library/library';
import { usePages } from '../../support/rendered-pages';
import { openArticle, openReader, readerDeps, save } from './open-article';

const pages = usePages();

describe('an article', () => {
  it('is sanitised again when it is shown, because storage may have been written by others', async () => {
    const run = vi.fn();
    vi.stubGlobal('run', run);
    const { root } = await openArticle({
      html: `<p onclick="run()">Text</p><script>run()</script><img src="x" onerror="run()">
        <a href="javascript:run()">go</a><iframe srcdoc="<script>parent.run()</script>"></iframe>
        <form action="https://evil.example"><button>send</button></form><style>*{display:none}</style>
        <svg><a xlink:href="javascript:run()"><text>x</text></a></svg>`,
    });
    expect(root.querySelectorAll('script, iframe, form, style, [onclick], [onerror]')).toHaveLength(
      0,
    );
    expect(root.innerHTML).not.toContain('javascript:');
    fireEvent.click(root.querySelector('p')!);
    expect(run).not.toHaveBeenCalled();
  });

  it('contains no address that would be loaded', async () => {
    const { root } = await openArticle({
      html: `<p>Text</p><img src="https://example.org/a.png" srcset="https://example.org/b.png 2x">
        <video src="https://example.org/v.mp4" poster="https://example.org/p.png"></video>
        <svg><image href="https://example.org/i.png"></image></svg>`,
    });
    const addresses = [...root.querySelectorAll('*:not(a)')]
      .flatMap((element) => [...element.attributes])
      .filter(({ value }) => value.includes('https:'));
    expect(addresses).toEqual([]);
  });

  it('opens links in a new tab without a referrer or opener', async () => {
    await openArticle({ html: '<p>See <a href="https://example.com/">there</a></p>' });
    const link = screen.getByRole('link', { name: 'there' });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('opens links in a drawing in a new tab, whose properties are read-only', async () => {
    const { root } = await openArticle({
      html: '<p>Text</p><svg><a href="https://example.com/"><text y="9">there</text></a></svg>',
    });
    const link = root.querySelector('svg a')!;
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it('follows a footnote within the article, and focuses its target', async () => {
    const { root } = await openArticle({
      url: 'https://example.org/a?x=1#top',
      html: `<p>Text <a href="https://example.org/a?x=1#fn1">1</a></p>
        <details><summary>Notes</summary><ol><li id="fn1">The note</li></ol></details>`,
    });
    const note = root.querySelector('li')!;
    pages.layout.place(note, 4000, 20);
    const isFollowed = fireEvent.click(screen.getByRole('link', { name: '1' }));
    expect(isFollowed).toBe(false);
    expect(document.activeElement).toBe(note);
    expect(root.querySelector('details')?.open).toBe(true);
    expect(pages.layout.scrollTop).toBe(4000);
  });

  it('shows the language of a code block', async () => {
    const { root } = await openArticle({
      html: `<pre><code class="hljs language-rust">fn main() {}</code></pre>
        <pre data-lang="C++">int x;</pre><pre><code class="language-plaintext">plain</code></pre>`,
    });
    const languages = [...root.querySelectorAll('pre')].map((pre) => pre.dataset.language);
    expect(languages).toEqual(['rust', 'C++', undefined]);
  });

  it('adds wide code and tables to the tab order, but not narrow ones', async () => {
    const { root } = await openArticle({
      html: '<pre>wide</pre><table><tr><td>n</td></tr></table>',
    });
    vi.spyOn(root.querySelector('pre')!, 'scrollWidth', 'get').mockReturnValue(900);
    pages.layout.resized();
    expect(root.querySelector('pre')?.tabIndex).toBe(0);
    expect(root.querySelector('table')?.hasAttribute('tabindex')).toBe(false);
  });

  it('has its own language and direction', async () => {
    await openArticle({ html: '<p>مرحبا</p>', lang: 'ar', textDirection: 'rtl', title: 'عنوان' });
    const article = screen.getByRole('article', { name: 'عنوان' });
    expect([article.lang, article.dir]).toEqual(['ar', 'rtl']);
  });

  it('takes its direction from the text when the page has none', async () => {
    await openArticle({ html: '<p>مرحبا</p>', textDirection: null });
    expect(screen.getByRole('article').dir).toBe('auto');
  });
});

describe('the header', () => {
  it('shows the authors, the site, the date, the reading time and the selected text', async () => {
    const deps = await readerDeps();
    const bookmark = await save(
      deps.library,
      page({
        siteName: 'The Compositor',
        authors: ['Ada', 'Bo'],
        published: '2024-03-12T23:00:00-11:00',
        excerpt: 'The chosen words',
      }),
    );
    await deps.library.bookmarks.edit(bookmark.id, {
      addLabels: ['type', 'to read'],
      note: 'For the talk',
    });
    await openReader(deps, bookmark);
    expect(screen.getByText('The Compositor')).toBeTruthy();
    const facts = screen.getByRole('list', { name: 'About this article' });
    expect([...facts.children].map((fact) => fact.textContent)).toEqual([
      'Ada and Bo',
      'March 12, 2024',
      '1 min',
    ]);
    expect((await screen.findByText('For the talk')).closest('figure')?.textContent).toMatch(
      /^Note/,
    );
    const labels = await screen.findByRole('list', { name: 'Labels' });
    expect(labels.children).toHaveLength(2);
    expect(screen.getByText('The chosen words')).toBeTruthy();
  });

  it('ignores an invalid language', async () => {
    await openArticle({ authors: ['Ada'], lang: 'x y z' });
    expect(screen.getByText('Ada')).toBeTruthy();
  });

  it('focuses the title, so that screen readers start with the article', async () => {
    await openArticle({ title: 'A title' });
    await waitFor(() => expect(document.activeElement?.textContent).toBe('A title'));
  });
});
