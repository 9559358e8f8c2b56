/**
 * The names of the folders that browsers make themselves, in the languages of most files. Browsers also
 * mark some of them.
 */
const BROWSER_FOLDER_NAMES: ReadonlySet<string> = new Set(
  [
    'bookmarks, bookmarks bar, bookmarks menu, bookmarks toolbar, bookmarks toolbar folder, all bookmarks',
    'other bookmarks, mobile bookmarks, synced bookmarks, desktop bookmarks, unsorted bookmarks, unfiled bookmarks',
    'favorites, favorites bar, other favorites, mobile favorites, favourites, favourites bar, other favourites',
    'mobile favourites, reading list, speed dial, com.apple.reading list, unsorted',
    'tab group favorites, tab group favourites',
    'lesezeichen, lesezeichenleiste, lesezeichen-menü, lesezeichen-symbolleiste, weitere lesezeichen, andere lesezeichen',
    'mobile lesezeichen, favoriten, favoritenleiste, weitere favoriten, andere favoriten, leseliste',
    'favoris, barre de favoris, barre des favoris, autres favoris, favoris sur mobile, favoris sur mobiles, signets',
    'barre de signets, menu signets, menu des signets, autres signets, liste de lecture',
    'barre personnelle, menu des marque-pages, autres marque-pages, marque-pages des appareils mobiles',
    'favoritos, barra de favoritos, otros favoritos, marcadores, barra de marcadores, menú de marcadores',
    'otros marcadores, marcadores del móvil, lista de lectura, lista de leitura, outros favoritos, outros marcadores',
    'preferiti, barra dei preferiti, altri preferiti, segnalibri, barra dei segnalibri, altri segnalibri, elenco lettura',
    'favorieten, favorietenbalk, andere favorieten, bladwijzers, bladwijzerbalk, andere bladwijzers, leeslijst',
    'ulubione, zakładki, pasek zakładek, inne zakładki, lista czytelnia',
    'избранное, закладки, панель закладок, другие закладки, мобильные закладки, список для чтения',
    'お気に入り, お気に入りバー, その他のお気に入り, ブックマーク, ブックマークバー, その他のブックマーク, リーディングリスト',
    '收藏夹, 收藏夹栏, 其他收藏夹, 书签, 书签栏, 其他书签, 移动设备书签, 阅读列表',
  ]
    .join(', ')
    .split(', ')
    .map(lettersOfFolder),
);

/** Browsers write some names without blanks. */
function lettersOfFolder(name: string): string {
  return name.toLowerCase().replace(/[\s.\-_]+/g, '');
}

/** Longer names are a person's. */
const MAX_FOLDER_NAME_LENGTH = 60;

/**
 * True if a browser makes a folder of this name itself, so that it says nothing of its links. It is one
 * only where no folder of a person is above it.
 */
export const isBrowserFolder = (name: string): boolean =>
  name.length <= MAX_FOLDER_NAME_LENGTH && BROWSER_FOLDER_NAMES.has(lettersOfFolder(name.trim()));
