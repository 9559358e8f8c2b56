import type { Words } from './words-of-language';

/**
 * German. On pages: `von`, `text` (de-news); `aktualisiert`, `stand` (page heise of the corpora);
 * `geändert` (de-qa). On none of them: `autor`, `autorin`, `aktualisierung`, `bearbeitet`,
 * `redakteur`, `redakteurin`, `reporterin`, `korrespondent`, `korrespondentin`, `redaktion`.
 */
export const DE: Words = {
  by: 'von autor autorin text',
  changed: 'aktualisiert aktualisierung geändert bearbeitet stand',
  roles: 'redakteur redakteurin reporterin korrespondent korrespondentin redaktion',
};
