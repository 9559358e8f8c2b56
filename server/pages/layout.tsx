/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import type { PropsWithChildren } from 'hono/jsx';
import mark from '../../src/theme/mark.svg?raw';
import type { Visitor } from '../account/session';
import type { BaseAddress } from '../http/base-address';
import { ICON_PATH, STYLESHEET_PATH } from './assets';
import { pageText } from './text';

// Decorative, because the name of the app stands beside it.
const LEAF_MARK = mark
  .replace('<svg ', '<svg class="mark" aria-hidden="true" ')
  .replace(/<title>[^<]*<\/title>/, '');

interface LayoutProps {
  readonly base: BaseAddress;
  readonly title: string;
  readonly visitor: Visitor | null;
  /** The path of a script of this server, which the policy of the page has to allow. */
  readonly script?: string;
  /** The width of the column. */
  readonly width?: 'narrow' | 'wide' | 'reading';
}

/** The frame of a page: its head, the signed-in user, and `children`. */
export function Layout({
  base,
  title,
  visitor,
  script,
  width = 'wide',
  children,
}: PropsWithChildren<LayoutProps>) {
  return (
    <html lang={pageText('language')}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} · ${pageText('appName')}`}</title>
        <link rel="stylesheet" href={`${base.prefix}${STYLESHEET_PATH}`} />
        <link rel="icon" type="image/svg+xml" href={`${base.prefix}${ICON_PATH}`} />
        {script && <script type="module" src={`${base.prefix}${script}`} />}
      </head>
      <body data-width={width}>
        <header class="masthead line">
          <span class="name">
            {raw(LEAF_MARK)}
            {pageText('appName')}
          </span>
          {visitor && <SignedIn base={base} visitor={visitor} />}
        </header>
        <main class="stack gap-4">{children}</main>
      </body>
    </html>
  );
}

function SignedIn({ base, visitor }: { readonly base: BaseAddress; readonly visitor: Visitor }) {
  return (
    <>
      <a class="truncate" href={`${base.prefix}/profile`}>
        {pageText('signedInAs', visitor.user.username)}
      </a>
      <form method="post" action={`${base.prefix}${visitor.hasApp ? '/app/leave' : '/logout'}`}>
        <FormToken visitor={visitor} />
        <button type="submit" class="button" data-look="quiet">
          {pageText('signOut')}
        </button>
      </form>
    </>
  );
}

/** The CSRF token of a form, for the signed-in user. */
export const FormToken = ({ visitor }: { readonly visitor: Visitor }) => (
  <input type="hidden" name="csrf" value={visitor.formToken} />
);
