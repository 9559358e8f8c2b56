import { boundedNormalise } from '../../domain/bounded-normalise';
import { COLUMN_USES, type ColumnUse } from '../../domain/table-columns';

/**
 * The names of columns in the files of other programs and in tables that people keep, the better ones
 * first. Only letters and digits count.
 */
const NAMES: Readonly<Record<ColumnUse, string>> = {
  url: 'url, address, link, href, uri, web address, page url, article url, bookmark url, source url, link url, given url, resolved url, original url, canonical url, permalink, web page, webpage, website, urls, links, adresse, lien, enlace, dirección, indirizzo, odkaz, ссылка, адрес, source, page, item url, adresse url, url adresse, webadresse, internetadresse, verweis, verknüpfung, webseite, seite',
  title:
    'title, name, headline, page title, article title, bookmark title, link title, resolved title, given title, subject, caption, heading, titel, titre, título, titolo, název, заголовок, название, überschrift, bezeichnung, seitentitel',
  labels:
    'labels, tags, label, tag, keywords, keyword, tag names, tag list, user tags, manual tags, document tags, categories, category, topics, topic, schlagwörter, étiquettes, mots clés, etiquetas, etichette, štítky, метки, теги, schlagworte, schlagwort, stichwörter, stichworte, kategorien, kategorie, themen',
  folder:
    'folder, list, collection, collection name, folder name, list name, folder path, path, folders, lists, collections, notebook, group, board, ordner, dossier, carpeta, cartella, sammlung, liste',
  created:
    'created, created at, date added, time added, added at, added, date created, creation date, saved at, saved date, date saved, saved, bookmarked at, bookmarked, add date, timestamp, created time, created on, added on, saved on, date, time, datum, fecha, data, дата, hinzugefügt, hinzugefügt am, gespeichert, gespeichert am, erstellt, erstellt am, angelegt, angelegt am',
  note: 'note, notes, my notes, comment, comments, remark, remarks, extended, memo, my comment, personal note, notiz, notizen, nota, notas, poznámka, заметка, anmerkung, anmerkungen, kommentar, kommentare, bemerkung, bemerkungen',
  description:
    'description, excerpt, summary, desc, abstract, abstract note, snippet, subtitle, short description, teaser, beschreibung, descripción, descrizione, popis, описание, zusammenfassung, kurzbeschreibung',
  state: 'state, status, read status, reading status, read state, item status',
  archived: 'is archived, archived, archive, archived at, date archived, archiviert',
  unread: 'to read, unread, is unread, read later, toread, ungelesen, noch zu lesen',
  read: 'is read, read, finished, is finished, done, read at, date read, finished at, completed, gelesen, gelesen am',
  favourite:
    'is favorite, is favourite, favorite, favourite, favorites, favourites, favorited, favourited, starred, is starred, star, liked, is liked, is marked, important, flagged, is flagged, pinned, favorit, favoriten, wichtig',
  progress:
    'reading progress, read progress, progress, percent read, scroll progress, lesefortschritt, fortschritt',
  highlights: 'highlights, annotations, quotes, highlighted text, markierungen, hervorhebungen',
  content:
    'content, html, article, content html, article html, article content, full text, text, body, inhalt, volltext',
  authors:
    'authors, author, creator, by, byline, written by, autor, autoren, verfasser, verfasserin, autorin',
  site: 'site, site name, domain, domain name, publisher, host, hostname, publication',
  published:
    'published, published at, published date, date published, publication date, pub date, veröffentlicht, veröffentlicht am, erschienen',
  language: 'language, lang, sprache',
  excerpt: 'selection, selected text, quote',
};

/** Only the beginning of a longer name is compared. */
const MAX_NAME = 60;

const lettersOf = (name: string): string =>
  boundedNormalise(name.slice(0, MAX_NAME), 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The use of each known name, and its place among those of the same use. */
const KNOWN: ReadonlyMap<string, { readonly use: ColumnUse; readonly rank: number }> = new Map(
  COLUMN_USES.flatMap((use) =>
    NAMES[use].split(', ').map((name, rank) => [lettersOf(name), { use, rank }] as const),
  ),
);

/** Returns the use that the name of a column states, and its rank; null if the name is not known. */
export const usedAs = (name: string) => KNOWN.get(lettersOf(name)) ?? null;
