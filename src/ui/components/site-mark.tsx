import type { JSX } from 'preact';
import { type Bookmark, shownSite } from '../../domain/bookmark';
import { hashText } from '../../domain/hash';
import type { Library } from '../../library';
import { useSiteIcon } from './site-icons';
import './site-mark.css';

/** Two letters are a country, and then a short name before it is not that of an owner: `co.uk`. */
const SHARED_SUFFIX = /^(?:[a-z]{1,3}|gouv)\.[a-z]{2}$/;

/** Returns the part of a host name that an owner registered, as far as its form tells. */
export function registeredDomain(host: string): string {
  const names = host.toLowerCase().split('.');
  const isShared = SHARED_SUFFIX.test(names.slice(-2).join('.'));
  return names.slice(isShared ? -3 : -2).join('.');
}

/** The colour of a site, for the style sheet: in degrees. */
export const siteColor = (site: string) => ({ '--hue': hashText(registeredDomain(site)) % 360 });

/** The first letter of a site's name. */
export const initialOf = (name: string): string =>
  (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toLocaleUpperCase();

interface SiteMarkProps {
  readonly page: Pick<Bookmark, 'site' | 'siteName' | 'icon'>;
  readonly library: Promise<Pick<Library, 'assets'>>;
}

/** The icon of a site, or the first letter of its name in the site's colour. */
export function SiteMark({ page, library }: SiteMarkProps): JSX.Element {
  const icon = useSiteIcon(library, page.icon);
  return (
    <span class="site-mark" style={siteColor(page.site)} aria-hidden="true">
      {icon ? <img src={icon.url} alt="" onError={icon.onError} /> : initialOf(shownSite(page))}
    </span>
  );
}
