import type { Words } from './words-of-language';

/**
 * German: `von`, `text` (de-news); `autorin` (a decision record, Kafka als Eventbus);
 * `aktualisiert`, `stand` (page heise of the corpora); `geändert` (de-qa); `aktualisierung`
 * (documentation of IBM MobileFirst); `bearbeitet` (a manual, VM Metadaten erfassen); `redakteur`,
 * `redaktion` (netzpolitik.org, nilsole.net/tag/redaktion); `redakteurin` (mylife.de); `reporterin`
 * (Moskauer Deutsche Zeitung); `korrespondent` (Neue Freie Presse); `korrespondentin` (orf.at).
 */
export const DE: Words = {
  by: 'von autorin text',
  changed: 'aktualisiert aktualisierung geändert bearbeitet stand',
  roles: 'redakteur redakteurin reporterin korrespondent korrespondentin redaktion',
};
