/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx';
import { Layout } from './layout';
import { type PageAnswer, show, type Visit } from './page';
import { pageText } from './text';

/**
 * Goes on at another address by a page. A redirect after a form would be subject to its `form-action`,
 * and one after the answer of a provider would still count as a request of that other site.
 */
export const goOn = (
  { base }: Pick<Visit, 'base'>,
  to: string,
  title: string,
  children?: PropsWithChildren['children'],
): PageAnswer =>
  show(
    <Layout base={base} title={title} visitor={null} width="narrow">
      <div class="card">
        <h1>{title}</h1>
        {children}
        <div class="buttons">
          <a class="button" data-look="primary" href={to}>
            {pageText('goOn')}
          </a>
        </div>
      </div>
    </Layout>,
    { headers: { Refresh: `0; url=${to}` } },
  );
