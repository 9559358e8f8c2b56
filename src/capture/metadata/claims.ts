/** What a source of metadata may say something about. */
export type ClaimField =
  | 'title'
  | 'siteName'
  | 'authors'
  | 'published'
  | 'lang'
  | 'description'
  | 'canonicalUrl'
  | 'imageUrl'
  | 'type';

/** What one source says, unchecked, best first. A hostile page may say anything, in any length. */
export type Claims = Readonly<Partial<Record<ClaimField, readonly string[]>>>;

/** No more values of one field are looked at: a page that has more is not helped by them. */
export const MAX_VALUES = 20;
