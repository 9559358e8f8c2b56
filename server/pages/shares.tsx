/** @jsxImportSource hono/jsx */
import { headingOf } from '../../src/formats';
import type { listShareLinks } from '../bookmarks/list-share-links';
import { FormToken } from './layout';
import { ListPages } from './list-pages';
import type { SignedInVisit } from './page';
import { pageText } from './text';

// Not created when the server starts, because the first format of a process takes 25 ms.
const momentFormat = () =>
  new Intl.DateTimeFormat(pageText('language'), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });

interface ShareListProps {
  readonly visit: SignedInVisit;
  /** The links of the page that is shown. */
  readonly links: Awaited<ReturnType<typeof listShareLinks>>['links'];
  readonly total: number;
}

/** The list of the public links that work, each with a button to withdraw it. */
export function ShareList({ visit, links, total }: ShareListProps) {
  const { base, visitor } = visit;
  const moment = momentFormat();
  return (
    <div id="shares">
      {total === 0 && <p class="hint">{pageText('sharesNone')}</p>}
      {total > 0 && <p>{pageText('sharesLead')}</p>}
      <ul class="tokens stack gap-0">
        {links.map(({ link: { id, expires }, bookmark }) => (
          <li class="cluster gap-4 row-gap-1">
            <div>
              <strong>{headingOf(bookmark)}</strong>
              <p class="hint">
                {expires === null
                  ? pageText('shareForEver')
                  : pageText('shareUntil', moment.format(expires))}
              </p>
            </div>
            <form method="post" action={`${base.prefix}/profile/shares/${id}/withdraw`}>
              <FormToken visitor={visitor} />
              <button
                type="submit"
                class="button"
                data-look="danger"
                aria-label={pageText('shareWithdrawNamed', headingOf(bookmark))}
              >
                {pageText('shareWithdraw')}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <ListPages visit={visit} name="shares" total={total} />
    </div>
  );
}
