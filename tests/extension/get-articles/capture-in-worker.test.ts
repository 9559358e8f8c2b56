import { describe, expect, it, vi } from 'vitest';
import { openHtml } from '../../../src/capture/open-html';
import {
  type CaptureWorker,
  createWorkerCapture,
  type WorkerRequest,
} from '../../../src/extension/get-articles/capture-in-worker';
import { captureForBackground } from '../../../src/extension/get-articles/capture-page';

const PAGE = { url: 'https://site.example/a', html: '', siteRules: [] };
const TEXT = 'The harbour froze in January, and the boats stayed where they were. '.repeat(9);

/** A worker that captures pages; one of the text "endless" gets no answer, and at "broken" it breaks. */
class FakeWorker implements CaptureWorker {
  onmessage: CaptureWorker['onmessage'] = null;
  onmessageerror: CaptureWorker['onmessageerror'] = null;
  onerror: CaptureWorker['onerror'] = null;
  readonly terminate = vi.fn<() => void>();
  postMessage(request: WorkerRequest): void {
    const self = this as unknown as Worker;
    if (request.html === 'broken') this.onerror?.call(self, new Event('error') as ErrorEvent);
    if (request.html === 'endless' || request.html === 'broken') return;
    const data = captureForBackground(request, openHtml);
    this.onmessage?.call(self, new MessageEvent('message', { data }));
  }
}

function open() {
  const workers: FakeWorker[] = [];
  const start = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return { workers, capturePage: createWorkerCapture(start, () => 'It was cut.', 50) };
}

describe('a capture in a worker', () => {
  it('has the article, the title and the addresses of the page, and the worker stays for the next one', async () => {
    const { workers, capturePage } = open();
    const html = `<title>Ice</title><article><p>${TEXT}<a href="b">More</a></p></article>`;
    const [one, two] = await Promise.all([
      capturePage({ ...PAGE, html }),
      capturePage({ ...PAGE, html: html.replace('<title>', '<base href="/c/"><title>') }),
    ]);
    expect(one?.capture).toMatchObject({ url: PAGE.url, metadata: { title: 'Ice' } });
    expect(one?.capture.article?.html).toContain('https://site.example/b');
    expect(two?.capture.article?.html).toContain('https://site.example/c/b');
    expect(workers).toHaveLength(1);
    expect(workers[0]?.terminate).not.toHaveBeenCalled();
  });

  it.each(['endless', 'broken'])(
    '(%s) is given up with its worker, and others are captured',
    async (html) => {
      const { workers, capturePage } = open();
      const [given, next] = await Promise.all([
        capturePage({ ...PAGE, html }),
        capturePage({ ...PAGE, html: `<article><p>${TEXT}</p></article>` }),
      ]);
      expect(given).toBeNull();
      expect(next?.capture.article?.html).toContain('The harbour froze');
      expect(workers).toHaveLength(2);
      expect(workers[0]?.terminate).toHaveBeenCalledOnce();
    },
  );
});
