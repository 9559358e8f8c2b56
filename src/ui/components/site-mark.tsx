import type { JSX } from 'preact';
import { hashText } from '../../domain/hash';
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
  readonly site: string;
  /** The name that is shown. */
  readonly name: string;
}

/** The first letter of a site in the site's colour. */
export const SiteMark = ({ site, name }: SiteMarkProps): JSX.Element => (
  <span class="site-mark" style={siteColor(site)} aria-hidden="true">
    {initialOf(name)}
  </span>
);
