import type { ComponentChildren, JSX } from 'preact';
import { initialOf, siteColor } from './site-mark';
import './page-row.css';

interface PageRowProps {
  readonly url: string;
  /** Empty: the address is shown in its place. */
  readonly title: string;
  /** The line below the title. */
  readonly facts: string;
  /** Where the title leads. Absent: nowhere. */
  readonly href?: string;
  /** Links and buttons, which appear when the row has the pointer or the focus. */
  readonly children?: ComponentChildren;
}

/** A page in the list of a result. */
export function PageRow({ url, title, facts, href, children }: PageRowProps): JSX.Element {
  const hostname = URL.canParse(url) ? new URL(url).hostname : '';
  const words = (
    <>
      <strong class="truncate" dir="auto">
        {title || url}
      </strong>
      {facts !== '' && (
        <small class="truncate">
          <bdi>{facts}</bdi>
        </small>
      )}
    </>
  );
  return (
    <li class="page-row line gap-3">
      <span class="site-mark" style={siteColor(hostname)} aria-hidden="true">
        {initialOf(hostname)}
      </span>
      {href === undefined ? <p>{words}</p> : <a href={href}>{words}</a>}
      {children && <span class="page-row-actions line">{children}</span>}
    </li>
  );
}
