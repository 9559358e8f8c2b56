import { isWebAddress } from '../../../src/domain';
import type { SharedReader } from './page-reader';

const HOSTILE = '<p>Hello<script>harm()</script><img src="x.png" onerror="harm()">';

/**
 * Whether pages are read and made harmless here. To be known before any page is read.
 */
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
