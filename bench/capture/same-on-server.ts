import { captureOnServer } from '../extraction/on-server';
import type { Figure } from '../figure';
import type { CorpusPage } from './corpus';

/** Counts the pages whose article differs between the server's DOM and Chromium, and names them. */
export function sameOnServer(
  bench: string,
  results: readonly { readonly page: CorpusPage; readonly article: string }[],
): Figure {
  const others = results.filter(({ page, article }) => captureOnServer(page, 1).html !== article);
  const names = others.map(({ page }) => page.name).join(', ');
  return {
    bench,
    case: `articles that differ on the server${names && `: ${names}`}`,
    value: others.length,
    unit: 'pages',
    floor: 'the capture in Chromium',
    aim: '<=0',
    met: others.length === 0,
    n: results.length,
  };
}
