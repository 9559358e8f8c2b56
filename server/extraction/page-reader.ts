import { isWebAddress } from '../../src/domain/web-address';
import type { SharedProcesses } from '../processes/process-pool';
import type { PageTasks } from './reading/page-tasks';

/** Reads pages and sanitises SVG images in other processes, for one user. */
export type SharedReader = SharedProcesses<PageTasks>;

const HOSTILE = '<p>Hello<script>harm()</script><img src="x.png" onerror="harm()">';

/** Tells whether the reader can read and sanitise a page. The server checks this at its start. */
export async function canReadPages(reader: SharedReader): Promise<boolean> {
  const read = await reader.run('page', {
    url: 'https://example.org/',
    bytes: Buffer.from(HOSTILE),
    contentType: 'text/html',
    findsMain: false,
  });
  if (!read.ok) return false;
  const { html = '', imageUrls = [] } = read.value.article ?? {};
  return html.includes('Hello') && !html.includes('harm') && imageUrls.every(isWebAddress);
}
