// A server in its own thread, so that only the client is measured. It answers with the sync stream
// of as many bookmarks as the path states, `/10000/html` with their articles.
import { createServer } from 'node:http';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';

const BOUNDARY = 'bench-6a1f2c';
const BASE = 'https://read.example.org';
const PARAGRAPH =
  '<p>The harbour froze in the second week of January, “all of it”, and the ferries stayed where they were. <a href="https://example.org/ice">Nobody</a> had seen that since the winter of 1963.</p>\n';
/** About 12 kB, the size of a long article. */
const ARTICLE = `<section>${PARAGRAPH.repeat(60)}</section>`;

/** @param {number} n */
function idOf(n) {
  return `YcVfxkQb6JRzq${String(n).padStart(9, '1').replaceAll('0', 'z')}`;
}

/** @param {number} n */
function bookmark(n) {
  const id = idOf(n);
  const href = `${BASE}/api/bookmarks/${id}`;
  const image = { src: `${BASE}/bm/Yc/${id}/img/image.jpeg`, width: 800, height: 450 };
  return {
    id,
    href,
    created: '2026-01-02T03:04:05.123456789Z',
    updated: '2026-01-02T03:04:06Z',
    state: 0,
    loaded: true,
    url: `https://example.org/articles/2026/the-harbour-froze-${n}`,
    title: `The harbour froze, and what came of it (${n})`,
    site_name: 'Example',
    site: 'example.org',
    published: '2026-01-01T00:00:00Z',
    authors: ['Ann Author', 'Bob Writer'],
    lang: 'en',
    text_direction: 'ltr',
    document_type: 'article',
    type: 'article',
    has_article: true,
    description:
      'In the second week of January the harbour froze, and the ferries stayed where they were.',
    is_deleted: false,
    is_marked: n % 7 === 0,
    is_archived: n % 3 === 0,
    read_progress: n % 101,
    labels: ['ice', 'to read', `year ${n % 20}`],
    word_count: 1200,
    reading_time: 6,
    resources: {
      article: { src: `${href}/article` },
      icon: { src: `${BASE}/bm/Yc/${id}/img/icon.png`, width: 48, height: 48 },
      image,
      thumbnail: { ...image, width: 380, height: 214 },
      log: { src: `${href}/x/log` },
      props: { src: `${href}/x/props.json` },
    },
    omit_description: false,
    read_anchor: '',
    links: Array.from({ length: 5 }, (_, index) => ({
      url: `https://example.org/links/${index}`,
      domain: 'example.org',
      title: `A link ${index}`,
      is_page: true,
      content_type: 'text/html',
    })),
  };
}

/** @param {number} n @param {string} type @param {string} contentType @param {string} body */
function part(n, type, contentType, body) {
  return `--${BOUNDARY}\r\nBookmark-Id: ${idOf(n)}\r\nContent-Type: ${contentType}\r\nDate: 2026-01-02T03:04:05Z\r\nFilename: ${type}\r\nLast-Modified: 2026-01-02T03:04:06Z\r\nType: ${type}\r\n\r\n${body}\r\n`;
}

/** @param {number} count @param {boolean} withHtml */
function* stream(count, withHtml) {
  for (let n = 0; n < count; n++) {
    yield part(n, 'json', 'application/json; charset=utf-8', JSON.stringify(bookmark(n)));
    if (withHtml) yield part(n, 'html', 'text/html; charset=utf-8', ARTICLE);
  }
  yield `--${BOUNDARY}--\r\n`;
}

/** @type {Map<string, Buffer>} */
const made = new Map();

/** @param {string} path */
function bytesFor(path) {
  const known = made.get(path);
  if (known) return known;
  const [, count = '0', html] = path.split('/');
  const bytes = Buffer.from([...stream(Number(count), html === 'html')].join(''));
  made.set(path, bytes);
  return bytes;
}

const server = createServer((request, response) => {
  request.resume();
  const path = (request.url ?? '').replace('/api/bookmarks/sync', '');
  response.setHeader('Content-Type', `multipart/mixed; boundary="${BOUNDARY}"`);
  response.end(bytesFor(path));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  parentPort?.postMessage(typeof address === 'object' ? address?.port : null);
});
process.on('exit', () => server.close());
