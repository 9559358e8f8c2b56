/**
 * Opens links to other pages in tabs, because the panel has no address bar with which a person could
 * return.
 */
export function openOthersInTabs(page: Document): void {
  page.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link === null) return;
      const { origin, pathname } = page.location;
      const isHere = link.origin === origin && link.pathname === pathname;
      if (!isHere) link.target = '_blank';
    },
    { capture: true },
  );
}
