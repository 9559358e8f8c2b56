import { afterEach, describe, expect, it } from 'vitest';
import { captureDocument } from '../../../src/capture/index';
import { parsed } from '../../support/article-html';
import { articlePageHtml } from '../../support/article-pages';

afterEach(() => {
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Opens a page in this window, which has real frames, and fills them as a browser would. */
function openWithFrames(name: string, contents: Readonly<Record<string, string>>): void {
  const page = parsed(articlePageHtml(name));
  const frames = [...page.querySelectorAll('iframe')].map((frame) => {
    const html = contents[frame.getAttribute('src') ?? ''] ?? '';
    frame.removeAttribute('src'); // jsdom loads nothing here, and a frame that is still loading has no document.
    return { frame, html };
  });
  document.body.replaceChildren(...page.childNodes);
  for (const { frame, html } of frames) fill(frame, html);
}

function fill({ contentDocument }: HTMLIFrameElement, html: string): void {
  const content = new DOMParser().parseFromString(html, 'text/html');
  contentDocument?.head.replaceChildren(...content.head.childNodes);
  contentDocument?.body.replaceChildren(...content.body.childNodes);
}

function capture() {
  const outcome = captureDocument(document);
  if (outcome.kind !== 'captured') throw new Error(outcome.reason);
  const article = parsed(outcome.capture.article?.html ?? '');
  return { article, warnings: outcome.capture.report.warnings };
}

const base = '<base href="https://rooms.example/framed/">';

describe('a page with a short frame', () => {
  it.each([
    ['is its own article when the frame has a few lines', 4, []],
    ['is that of the frame when it has a text', 8, ['frame-used']],
  ])('%s', (_what, times, expected) => {
    document.body.innerHTML = '<h1>Log of the lamp</h1><iframe></iframe>';
    const line = `<p>${'The lamp was lit at dusk, and it burned until the morning came. '.repeat(times)}</p>`;
    fill(document.querySelector('iframe')!, line);
    expect(capture().warnings.filter((warning) => warning === 'frame-used')).toEqual(expected);
  });
});

describe('a page whose article is in a frame', () => {
  const contents = {
    'framed/article.html': base + articlePageHtml('framed/article'),
    'framed/counter.html': articlePageHtml('framed/counter'),
  };

  it('reads the article from the frame and reports it', () => {
    openWithFrames('frame-held', contents);
    const { article, warnings } = capture();
    expect(article.textContent).toMatch(/He went out at dusk[\s\S]*ask him kindly/);
    expect(article.textContent).not.toContain('14,233');
    expect(warnings).toEqual(['frame-used']);
  });

  it('resolves addresses relative to the frame', () => {
    openWithFrames('frame-held', contents);
    const { article } = capture();
    expect(article.querySelector('img')?.getAttribute('src')).toBe(
      'https://rooms.example/framed/images/lamp.jpg',
    );
    expect(article.querySelector('a')?.getAttribute('href')).toBe(
      'https://rooms.example/framed/next.html',
    );
  });

  it('leaves page and frame unchanged', () => {
    openWithFrames('frame-held', contents);
    const frame = document.querySelector('iframe')?.contentDocument;
    const before = [document.body.innerHTML, frame?.body.innerHTML];
    capture();
    expect([document.body.innerHTML, frame?.body.innerHTML]).toEqual(before);
  });

  it('finds the article in a nested frame', () => {
    openWithFrames('frame-held', { 'framed/article.html': '<iframe></iframe>' });
    const outer = document.querySelector('iframe')?.contentDocument;
    const inner = outer?.querySelector('iframe');
    if (inner) fill(inner, articlePageHtml('framed/article'));
    expect(capture().article.textContent).toContain('He went out at dusk');
  });
});

describe('a frame next to an article', () => {
  it('is not used as the article', () => {
    openWithFrames('hebrew', {});
    const comments = document.body.appendChild(document.createElement('iframe'));
    if (comments.contentDocument) {
      comments.contentDocument.body.innerHTML = `<p>${'I was here first. '.repeat(15)}</p>`;
    }
    const { article, warnings } = capture();
    expect(article.textContent).not.toContain('here first');
    expect(warnings).toEqual([]);
  });

  it('is ignored when it has another origin', () => {
    openWithFrames('hebrew', {});
    const other = document.body.appendChild(document.createElement('iframe'));
    Object.defineProperty(other, 'contentDocument', {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
    expect(capture().warnings).toEqual([]);
  });
});
