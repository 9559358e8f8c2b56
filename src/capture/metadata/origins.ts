import {
  type MetadataOrigins,
  type MetadataSource,
  normalLanguage,
  SOURCED_FIELDS,
  type SourcedField,
} from '../../domain';
import type { Metadata } from '../capture';
import { leadImageAddress } from './address';
import { cleanAuthors } from './authors';
import { type Claims, cleanText } from './claims';
import { dateOf } from './published';
import { comparable } from './title';

const MAX_CLAIM_LENGTH = 1000;

/** Returns for each field the first source, in the order of preference, that has its value. */
export function originsOf(
  metadata: Metadata,
  sources: Readonly<Record<MetadataSource, Claims>>,
  order: Readonly<Record<SourcedField, readonly MetadataSource[]>>,
  baseUrl: string,
): MetadataOrigins {
  const { title, authors, published, siteName, lang, imageUrl } = metadata;
  const clean = (claim: string) => comparable(cleanText(claim, MAX_CLAIM_LENGTH));
  const [titleKey, siteKey] = [comparable(title), comparable(siteName)];
  const isFrom: Readonly<Record<SourcedField, (claim: string) => boolean>> = {
    title: (claim) => titleKey !== '' && clean(claim).includes(titleKey),
    authors: (claim) =>
      authors.some((name) => cleanAuthors([claim], undefined, lang).includes(name)),
    published: (claim) => published !== null && dateOf(claim) === published,
    siteName: (claim) => siteKey !== '' && clean(claim).includes(siteKey),
    lang: (claim) => lang !== '' && normalLanguage(claim) === lang,
    imageUrl: (claim) => imageUrl !== null && leadImageAddress(claim, baseUrl) === imageUrl,
  };
  const hasValue: Readonly<Record<SourcedField, boolean>> = {
    title: title !== '',
    authors: authors.length > 0,
    published: published !== null,
    siteName: siteName !== '',
    lang: lang !== '',
    imageUrl: imageUrl !== null,
  };
  const origins: Partial<Record<SourcedField, MetadataSource>> = {};
  for (const field of SOURCED_FIELDS.filter((each) => hasValue[each])) {
    const source = order[field].find((each) => sources[each][field]?.some(isFrom[field]));
    // Some values are parts of `<title>`.
    origins[field] = source ?? 'html';
  }
  return origins;
}
