import type { CaptureWarning } from '../../../src/domain/article';
import { articleHtml } from './pages.ts';

export interface HostilePage {
  /** A description for the name of the test. */
  readonly is: string;
  readonly title: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The warnings that the report of its capture must have. */
  readonly warnings: readonly CaptureWarning[];
}

const WORDS = 'Every leaf in this garden is counted at night, and in the morning one is missing. ';

/** Returns text in paragraphs of the length of a novel's. */
const longText = (length: number): string =>
  `<p>${WORDS.repeat(10)}</p>`.repeat(Math.ceil(length / (WORDS.length * 10)));

const plain = (is: string, parts: Parameters<typeof articleHtml>[0]): HostilePage => ({
  is,
  title: parts.title,
  html: articleHtml(parts),
  warnings: [],
});

const large = (is: string, parts: Parameters<typeof articleHtml>[0]): HostilePage => ({
  ...plain(is, parts),
  warnings: ['document-cut'],
});

/**
 * Redefines functions before any script of the extension runs. A capture that trusts the page
 * fails.
 */
const REDEFINED = `<script>
  for (const method of ['map', 'filter', 'push', 'forEach', 'slice', 'join', 'includes']) {
    Array.prototype[method] = () => { throw new Error('not yours'); };
  }
  Array.prototype[Symbol.iterator] = () => { throw new Error('not yours'); };
  String.prototype.trim = () => 'poisoned';
  Object.prototype.polluted = 'yes';
  JSON.stringify = () => '{"poisoned":true}';
  JSON.parse = () => ({ poisoned: true });
  Object.defineProperty(document, 'title', { get: () => ({ toString() { throw new Error(); } }) });
  Object.defineProperty(document, 'body', { get: () => null });
  Document.prototype.querySelectorAll = () => { throw new Error('not yours'); };
  Node.prototype.cloneNode = () => { throw new Error('not yours'); };
  window.chrome = window.browser = new Proxy({}, { get() { throw new Error('not yours'); } });
</script>`;

const DETACHED_FRAME = `<iframe src="/frame" id="gone"></iframe><script>
  addEventListener('load', () => {
    const frame = document.getElementById('gone');
    window.kept = frame.contentDocument;
    frame.remove();
    document.querySelector('article').append(document.adoptNode(window.kept.body.firstChild));
  });
</script>`;

/** Pages that try to make a capture slow, wrong or impossible. */
export const HOSTILE_PAGES: readonly HostilePage[] = [
  plain('9.9 million characters long', { title: 'Long', middle: longText(9_900_000) }),
  large('12 million characters long', { title: 'Too long', middle: longText(12_000_000) }),
  large('62,000 elements wide', {
    title: 'Wide',
    middle: `<div>${'<span>leaf</span> '.repeat(62_000)}</div>`,
  }),
  {
    // The parser stops at 512 levels, but a script does not.
    ...plain('50,000 elements deep', {
      title: 'Deep',
      // Hidden, because some browsers cannot draw it.
      middle: `<div id="deep" hidden></div><script>
        let inner = document.getElementById('deep');
        for (let depth = 0; depth < 50000; depth += 1) {
          const box = document.createElement('div');
          inner.append(box);
          inner = box;
        }
        inner.textContent = 'The bottom.';
      </script>`,
    }),
    warnings: ['document-flattened'],
  },
  plain('full of traps in its own prototypes', { title: 'Redefined', head: REDEFINED }),
  {
    ...plain('forbidden everything by its own policy', { title: 'Policy' }),
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
  },
  plain('left with a detached frame', { title: 'Detached', middle: DETACHED_FRAME }),
];
