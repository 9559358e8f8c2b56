import type { Words } from './words-of-language';

/**
 * Russian: `автор` (ru-forum); `текст` (the credits of an edition of Евгений Онегин); `обновлено`
 * (ru-news); `корреспондент` (tomsk-news.net); `обозреватель` (gazeta.ru); `журналист` (Сургут 24);
 * `редактор` (iknigi.net).
 */
export const RU: Words = {
  by: 'автор текст',
  changed: 'обновлено',
  roles: 'корреспондент обозреватель журналист редактор',
};
