import type { Words } from './words-of-language';

/**
 * Russian. On pages: `автор` (ru-forum); `обновлено` (ru-news). On none of them: `текст`,
 * `изменено`, `корреспондент`, `обозреватель`, `журналист`, `редактор`, `редакция`.
 */
export const RU: Words = {
  by: 'автор текст',
  changed: 'обновлено изменено',
  roles: 'корреспондент обозреватель журналист редактор редакция',
};
