import type { TextsOf } from './route-text';

type Groups = 'sync' | 'importing' | 'events' | 'opds' | 'devTools';

const file = (what: string) => ({ summary: `Imports ${what}.` });

export const exchangeTexts: { readonly [Group in Groups]: TextsOf<Group> } = {
  sync: {
    list: {
      summary: 'What changed since a moment, the newest first.',
      notes: [
        'Without `since`: every bookmark, and no deletions.',
        'Take the greatest `time` as the next `since`, and expect repeats.',
        'With filters, or with `collection`, only what they choose is an `update`. With `since`, what changed and is not chosen is a `delete`, whether or not it was chosen before: drop it, and what is left is what the filters choose. Ask without `since` when the filters are others.',
        'When the collection itself was changed after `since`, and always when the choice can change by itself (a search for words, a range of dates), every bookmark is listed: as an `update` or as a `delete`.',
        'An unknown collection is a 404.',
      ],
    },
    stream: {
      summary: 'Bookmarks with what they hold, as a stream of parts.',
      notes: [
        'Without ids: all bookmarks that the filters choose. Ids that are unknown, or not chosen by the filters, are left out. An unknown collection is a 404.',
        'The parts of a bookmark come together: JSON, HTML, Markdown, annotations, resources. There are more types to come: pass over those that you do not know.',
        'The part of type `annotations` is a list of `AnnotationInfo` in the order of the text, empty when there are none.',
        'Each part says whose it is and what in its headers: `Bookmark-Id`, `Type`, `Content-Type`, `Filename`, `Content-Disposition`; all but resources have `Date` and `Last-Modified` in RFC 3339; JSON, HTML, annotations and resources have `Location`; resources have `Path`, `Group` and `Content-Length`.',
        'The status is sent before the parts: the stream is whole only when its closing boundary came.',
      ],
    },
  },
  importing: {
    browser: file('the bookmarks file of a browser (Netscape HTML)'),
    csv: file('a CSV file with the columns url, title, state, created and labels'),
    goodlinks: file('a GoodLinks export'),
    linkwarden: file('a Linkwarden export'),
    omnivore: file('an Omnivore account'),
    pinboard: file('a Pinboard export'),
    pocketFile: file('a Pocket export (CSV or zip)'),
    readwise: file('a Readwise Reader export'),
    text: file('a text file with an address on each line'),
    wallabag: file('a wallabag account'),
    otherSource: { summary: 'Refused: there is no import from anywhere else.' },
    progress: { summary: 'How far an import is.' },
  },
  events: {
    stream: {
      summary: 'Changes as they happen, as server-sent events.',
      notes: [
        'The data of each event is a `SyncEntry`, its id a number to go on from in `Last-Event-ID`.',
        'An event named `reset` says that some of what was asked for is forgotten: sync, then go on.',
        'Only with the feature `events`, and never needed: the sync list says the same.',
      ],
    },
  },
  opds: {
    root: {
      summary: 'The catalogue for e-readers (OPDS 1.2): a feed that leads to the lists.',
      notes: [
        'E-readers sign in with HTTP Basic: any user name, and the token as the password. Every 401 of the catalogue offers Basic.',
        'Every feed links to itself (`self`), to this one (`start`) and to the description of the search (`search`).',
      ],
    },
    list: {
      summary: 'Bookmarks as books to download (EPUB), in pages of 50.',
      notes: [
        '`unread` has what is not in the archive, `archives` what is, `favorites` the favourites, `all` everything. What is still loading can not be downloaded yet and is left out.',
        'Takes the parameters of the list of bookmarks. Atom links lead to the `first`, `previous`, `next` and `last` page.',
        'An entry links to the EPUB (`http://opds-spec.org/acquisition`), to the thumbnail (`http://opds-spec.org/image/thumbnail`) and to the page that it is of (`alternate`).',
      ],
    },
    collections: { summary: 'Collections by name, in pages of 30.' },
    collection: {
      summary: 'A collection: a link to browse it, and all of it as one book (EPUB).',
      notes: ['A collection that chooses nothing has no book.'],
    },
    search: { summary: 'How the catalogue is searched (OpenSearch 1.1).' },
  },
  devTools: {
    extract: {
      summary: 'What extraction makes of an address.',
      notes: ['With `Accept: text/html` the article as a page.'],
    },
    extractGiven: { summary: 'What extraction makes of a page that is sent.' },
    urls: {
      summary: 'Addresses to try extraction with, by site: those that it failed at.',
    },
  },
};
