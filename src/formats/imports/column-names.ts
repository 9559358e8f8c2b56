import { boundedNormalise } from '../../domain/bounded-normalise';
import { COLUMN_USES, type ColumnUse } from '../../domain/table-columns';

/**
 * The names of columns in the files of other programs and in tables that people keep, the better ones
 * first. Only letters and digits count.
 */
const COLUMN_NAMES: Readonly<Record<ColumnUse, string>> = {
  url: 'url, address, link, href, uri, web address, page url, article url, bookmark url, source url, link url, given url, resolved url, original url, canonical url, permalink, web page, webpage, website, urls, links, adresse, lien, enlace, dirección, indirizzo, odkaz, ссылка, адрес, source, page, item url, adresse url, url adresse, webadresse, internetadresse, verweis, verknüpfung, webseite, seite, lien url, url de la page, adresse web, dirección web, url de la página, collegamento, indirizzo web, endereço, ligação, ブックマーク, リンク, アドレス, 網址, 网址, 链接, adres, hiperłącze',
  title:
    'title, name, headline, page title, article title, bookmark title, link title, resolved title, given title, subject, caption, heading, titel, titre, título, titolo, název, заголовок, название, überschrift, bezeichnung, seitentitel, nom, intitulé, titre de la page, nombre, título de la página, nome, titolo della pagina, título da página, タイトル, 題名, 名前, ページ名, 标题, 標題, tytuł, nazwa',
  labels:
    'labels, tags, label, tag, keywords, keyword, tag names, tag list, user tags, manual tags, document tags, categories, category, topics, topic, schlagwörter, étiquettes, mots clés, etiquetas, etichette, štítky, метки, теги, schlagworte, schlagwort, stichwörter, stichworte, kategorien, kategorie, themen, étiquette, mots-clés, mot-clé, catégorie, catégories, etiqueta, palabras clave, categoría, categorías, etichetta, parole chiave, categoria, categorie, palavras-chave, categorias, marcadores, タグ, ラベル, カテゴリ, カテゴリー, 标签, 標籤, etykiety, etykieta, tagi',
  folder:
    'folder, list, collection, collection name, folder name, list name, folder path, path, folders, lists, collections, notebook, group, board, ordner, dossier, carpeta, cartella, sammlung, liste, dossiers, carpetas, colección, cartelle, raccolta, pasta, pastas, coleção, フォルダ, フォルダー, コレクション, 文件夹, folder nadrzędny, kolekcja',
  created:
    'created, created at, date added, time added, added at, added, date created, creation date, saved at, saved date, date saved, saved, bookmarked at, bookmarked, add date, timestamp, created time, created on, added on, saved on, date, time, datum, fecha, data, дата, hinzugefügt, hinzugefügt am, gespeichert, gespeichert am, erstellt, erstellt am, angelegt, angelegt am, ajouté, ajouté le, date d ajout, créé, créé le, date de création, enregistré le, añadido, añadido el, agregado, fecha de creación, fecha de adición, creado, creado el, guardado el, aggiunto, aggiunto il, data di creazione, creato, creato il, salvato il, adicionado, adicionado em, criado, criado em, data de criação, salvo em, 追加日, 追加日時, 作成日, 作成日時, 登録日, 保存日, 日付, 日時, 日期, 创建时间, dodano, data dodania, utworzono',
  note: 'note, notes, my notes, comment, comments, remark, remarks, extended, memo, my comment, personal note, notiz, notizen, nota, notas, poznámka, заметка, anmerkung, anmerkungen, kommentar, kommentare, bemerkung, bemerkungen, commentaire, commentaires, remarque, remarques, comentario, comentarios, commento, commenti, comentário, comentários, メモ, ノート, コメント, 备注, 笔记, notatki, notatka, komentarz',
  description:
    'description, excerpt, summary, desc, abstract, abstract note, snippet, subtitle, short description, teaser, beschreibung, descripción, descrizione, popis, описание, zusammenfassung, kurzbeschreibung, résumé, extrait, resumen, extracto, riassunto, estratto, descrição, resumo, 説明, 概要, 要約, 描述, opis',
  state:
    'state, status, read status, reading status, read state, item status, état, statut, estado, stato, 状態, ステータス',
  archived:
    'is archived, archived, archive, archived at, date archived, archiviert, archivé, archivé le, archivado, archiviato, arquivado, アーカイブ',
  unread:
    'to read, unread, is unread, read later, toread, ungelesen, noch zu lesen, non lu, à lire, no leído, por leer, non letto, da leggere, não lido, para ler, 未読, nieprzeczytane',
  read: 'is read, read, finished, is finished, done, read at, date read, finished at, completed, gelesen, gelesen am, lu, lu le, leído, leído el, letto, letto il, lido, lido em, 既読, przeczytane',
  favourite:
    'is favorite, is favourite, favorite, favourite, favorites, favourites, favorited, favourited, starred, is starred, star, liked, is liked, is marked, important, flagged, is flagged, pinned, favorit, favoriten, wichtig, favori, favoris, étoile, favorito, favoritos, destacado, preferito, preferiti, お気に入り, スター, 收藏, ulubione',
  progress:
    'reading progress, read progress, progress, percent read, scroll progress, lesefortschritt, fortschritt',
  highlights: 'highlights, annotations, quotes, highlighted text, markierungen, hervorhebungen',
  content:
    'content, html, article, content html, article html, article content, full text, text, body, inhalt, volltext',
  authors:
    'authors, author, creator, by, byline, written by, autor, autoren, verfasser, verfasserin, autorin, auteur, auteurs, autores, autore, autori, 著者, 作者',
  site: 'site, site name, domain, domain name, publisher, host, hostname, publication, sitio, sito, サイト, サイト名',
  published:
    'published, published at, published date, date published, publication date, pub date, veröffentlicht, veröffentlicht am, erschienen, publié, publié le, publicado, publicado el, pubblicato, pubblicato il, publicado em, 公開日',
  language: 'language, lang, sprache, langue, idioma, lingua, 言語',
  excerpt: 'selection, selected text, quote',
};

/** Only the beginning of a longer name is compared. */
const MAX_COLUMN_NAME_LENGTH = 60;

const lettersOfColumn = (name: string): string =>
  boundedNormalise(name.slice(0, MAX_COLUMN_NAME_LENGTH), 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The use of each known name, and its place among those of the same use. */
const KNOWN: ReadonlyMap<string, { readonly use: ColumnUse; readonly rank: number }> = new Map(
  COLUMN_USES.flatMap((use) =>
    COLUMN_NAMES[use]
      .split(', ')
      .map((name, rank) => [lettersOfColumn(name), { use, rank }] as const),
  ),
);

/** Returns the use that the name of a column states, and its rank; null if the name is not known. */
export const usedAs = (name: string) => KNOWN.get(lettersOfColumn(name)) ?? null;
