import type { Api } from '../api';

/** A sentence about a route, and notes for clients. */
type Sentences = readonly [summary: string, ...notes: string[]];

/** The texts of the routes in the documents. Only the server and scripts load them. */
const ROUTE_TEXTS: { readonly [G in keyof Api]: { readonly [N in keyof Api[G]]: Sentences } } = {
  info: {
    read: [
      'Returns the version, the features and the extensions of the server.',
      'Clients rely on `features`. A server that does not send the list has none of them.',
      '`extensions` are additions of Leafmark that no client needs. Earlier servers of Leafmark list them among the features.',
    ],
    openApi: ['Returns the description of this API in OpenAPI 3.1.'],
  },
  signIn: {
    withPassword: [
      'Creates an API token for a user name and a password.',
      'Available on loopback and private addresses, elsewhere only if enabled; otherwise a 404.',
      'The rate is limited by address and by account: 429 with `Retry-After`.',
      '`roles` also accepts the older names `scoped_bookmarks_r`, `scoped_bookmarks_w`, `scoped_admin_r` and `scoped_admin_w`.',
      'Without `roles` the token has all rights of its user.',
    ],
  },
  profile: {
    read: [
      'Returns the signed-in user and the permissions of the token.',
      'All fields of `user` but its name require `profile:read` and are otherwise left out.',
    ],
    deleteToken: [
      'Revokes a token of the same user.',
      'A client signs itself out with the `provider.id` of the profile. A token with roles or scopes can revoke no other: 403.',
      'Public links that were made with the token end.',
    ],
    update: [
      'Changes the profile.',
      'No OAuth scope permits it.',
      'The response contains the changed fields.',
    ],
    tokens: ['Lists API tokens and signed-in apps, in pages of 30.', 'No OAuth scope permits it.'],
  },
  oauth: {
    metadata: ['Returns the addresses of the OAuth endpoints (RFC 8414).'],
    register: [
      'Registers a client for one sign-in (RFC 7591).',
      'The client is valid for 10 minutes and removed when its code is redeemed or access is denied.',
      'A redirect address is https, http on a loopback IP, the address of this server with its path and a slash (for its own web app, also over http), or has the scheme of an app: a reversed domain (`com.example.app`), or a word that no browser or system handles itself. It has no user, no fragment, and no `;`, `,` or `*` in its host.',
      'Errors in redirect addresses are `invalid_redirect_uri`, all others `invalid_client_metadata`.',
    ],
    device: [
      'Starts a sign-in on a device without a browser (RFC 8628).',
      'Both codes are valid for 5 minutes.',
    ],
    token: [
      'Redeems an authorization code, or checks whether a device was approved.',
      'The code grant requires `code` and `code_verifier`, the device grant `device_code` and `client_id`.',
      'A code can be redeemed once. A wrong verifier does not invalidate it.',
      'While a device waits, the error is `authorization_pending`. If it asks too often, the error is `slow_down` and the interval grows by 5 seconds.',
      'The token does not expire. There is no refresh token.',
    ],
    revoke: [
      'Revokes a token (RFC 7009).',
      'Whoever has a token can revoke it. The response to an unknown token is also 200.',
      'With `Authorization`, `token` must be the token of the request; any other one is `access_denied`.',
    ],
    authorize: [
      'Shows the page where a person grants or denies access.',
      'A person who is not signed in is redirected to the sign-in page (303).',
      'Errors are pages, also an unknown scope. Clients that do not accept HTML get a 400: `message` for an unknown redirect address, otherwise `oauthError`.',
      'Nobody is redirected before they decide. If an error concerns the app, the page links to its redirect address with `error`, `error_description` and `state`.',
    ],
    decide: [
      'Grants or denies access, and redirects.',
      'If the scheme of the redirect address is a word that no known app has, the response is a page (200) with a link to it instead of the redirect.',
      'Granted: `code` and `state`. Denied: `error=access_denied`, `error_description` and `state`.',
      'The query of the redirect address is kept.',
    ],
    devicePage: ['Shows the page where a person enters the code of a device.'],
    decideDevice: [
      'Grants or denies access to a device.',
      'The code may be in any case, with or without dashes.',
    ],
  },
  bookmarks: {
    list: [
      'Lists bookmarks, filtered and sorted, in pages of 50.',
      'All filters must match. Without `sort` the newest bookmarks come first, with words in `search` the best matches. Unknown sort keys are ignored.',
      'A search that takes too long is stopped with 503.',
      'With `id` the bookmarks are in the order of the ids.',
      'The filters of `collection` are applied; a parameter with the same name overrides one. An unknown collection is a 404.',
      '`limit` is reduced to 100. An offset beyond the end returns an empty list.',
    ],
    create: [
      'Saves an address, optionally with its page.',
      'Posting the same address twice creates two bookmarks, unless both requests have the same `Idempotency-Key` within 24 hours.',
      'The same key with another request is a 422 with the `Bookmark-Id` of the first one.',
      'With the extension `state_on_create`, the bookmark has `is_marked`, `is_archived`, `read_progress` and `read_anchor` from the start, and with `bookmark_notes` a `note`. Other servers ignore them.',
      'In a multipart body, `html` is the page and each `resource` part one of its files: a part with a file name and a `Location` header, or the older form with a first line of JSON `{"url", "headers"}`. The server fetches only images of the page that were not sent.',
      'The response is sent before the page is processed. Request the bookmark until it is `loaded`.',
    ],
    read: [
      'Returns one bookmark with its links.',
      '`ETag` and `Last-Modified` are sent only when it is loaded.',
    ],
    update: [
      'Changes the fields that are sent.',
      'Labels are applied in the order `labels`, `add_labels`, `remove_labels`.',
      'null means absent, except for `published`, which null or an empty text clears.',
      'A `read_progress` of 0 or 100 empties `read_anchor`.',
      '`is_deleted` true deletes the bookmark after 20 seconds, unless false is sent before.',
      'Errors have status 400 with the form body.',
      '`ETag` and `Last-Modified` are those of the changed bookmark, and sent only when it is loaded.',
    ],
    delete: ['Deletes a bookmark immediately.', 'The sync list keeps a `delete` entry for it.'],
    complete: [
      'Completes an author, a label, a site or a title.',
      '`*` in `q` matches any text; case is ignored.',
    ],
    article: [
      'Returns the article as an HTML fragment with its annotations.',
      '404 while the page is loading. Empty when the page has no article.',
      'The markup is well-formed XML, too: elements without content end in `/>`.',
    ],
    replaceArticle: [
      'Replaces the article of a bookmark by a captured page. Requires the extension `replace_article`.',
      '`url` must be the address of the bookmark. `html` and `resource` are those of a create.',
      'The article that was captured later stands: an earlier one is a 409, and the same `captured` again changes nothing. An article that the server has read itself gives way to any.',
      'Without a page, the server reads the address again, unless a person has captured it.',
      'The response is sent before the page is processed. `captured` of the bookmark changes when it has been read; if it has no article, the present one stays.',
      'Annotations are placed anew by their quotes. Those without a place are kept.',
      'A bookmark has at most fifty earlier articles, with the pages that are not read yet. A further page is a 409 with `Retry-After` until the oldest one has gone.',
      'The former article is kept for 30 days, unless it equals the new one. `revisions.json` lists such articles, and `revision` with one of their ids lets it change places with the present one.',
    ],
    file: ['Returns `props.json`, `revisions.json`, `log`, or another file of a bookmark.'],
  },
  exporting: {
    one: [
      'Exports one bookmark as a file.',
      'With `Accept: application/zip`, `md` is a zip file with images.',
    ],
    list: [
      'Exports all matching bookmarks as one file.',
      'Accepts the parameters of the list, except for pages. 404 when nothing matches.',
    ],
    feed: ['Returns the 25 newest matching bookmarks as an Atom feed.'],
  },
  sharing: {
    link: [
      'Creates a public link to the article.',
      'Each call creates another link. Without `lifetime` it works for 24 hours, or as long as the server is set up.',
      'The address of a link cannot be found out again. A link that never ends has no `expires`.',
      'Sharing publishes an article, so it is a write. The link ends with the token that made it.',
    ],
    links: ['Lists the public links of the user that work, the newest first, in pages of 30.'],
    withdraw: ['Ends a public link at once.', 'Its address is then as unknown as any other.'],
    email: ['Sends the article by e-mail.', 'Requires the feature `email`, otherwise a 403.'],
    page: [
      'Shows the shared article to anybody who has the link.',
      '410 when the link has expired.',
    ],
    picture: [
      'Returns a picture of the shared article, as long as the link works.',
      'Its folder is `img` or `_resources`, as in the public address of the picture.',
    ],
  },
  labels: {
    list: [
      'Lists all labels by name with their numbers of bookmarks.',
      '`q` filters them; `*` matches any text, case is ignored.',
    ],
    read: ['Returns the label with exactly this name.'],
    rename: [
      'Renames a label on all bookmarks.',
      'If another label has the new name, the two are merged.',
      'Errors have status 400 with the form body.',
    ],
    delete: ['Removes a label from all bookmarks.'],
  },
  highlights: {
    listAll: ['Lists the annotations of all bookmarks, newest first, in pages of 50.'],
    list: ['Lists the annotations of a bookmark in the order of its text.'],
    create: [
      'Highlights a part of the article.',
      'Selectors are XPath below the root of the article, offsets Unicode code points from the start of the selected element.',
      'A range that is not in the article or overlaps another annotation is a 400 with a message.',
      'With the feature `anchors` annotations may overlap, and the server uses `quote` to find the text in a new version of the article.',
    ],
    update: [
      'Changes the colour and the note.',
      'An absent note is unchanged; an empty one is removed.',
    ],
    delete: ['Deletes an annotation.'],
  },
  collections: {
    list: ['Lists collections by name, in pages of 30.'],
    create: ['Saves a search.'],
    read: ['Returns one collection.'],
    update: [
      'Changes a collection.',
      'null removes a filter. The response contains the changed fields.',
    ],
    delete: ['Deletes a collection. Its bookmarks stay.'],
  },
  sync: {
    list: [
      'Lists changes since a time, newest first.',
      'Without `since` it lists every bookmark and no deletions.',
      'Use the greatest `time` as the next `since`, and expect repeated entries.',
      'With filters or `collection`, only matching bookmarks are an `update`. With `since`, a changed bookmark that does not match is a `delete`, whether or not it matched before: remove it, and the matching bookmarks remain. When the filters change, send no `since`.',
      'Every bookmark is listed, as an `update` or as a `delete`, if the collection was changed after `since` or if the result can change by itself (a search for words, a range of dates).',
      'An unknown collection is a 404.',
    ],
    stream: [
      'Returns bookmarks with their content as a stream of parts.',
      'Without ids it sends all bookmarks that match the filters. Ids that are unknown or do not match are left out. An unknown collection is a 404.',
      'The parts of a bookmark are adjacent: JSON, HTML, Markdown, annotations, resources. Skip unknown types, because more may be added.',
      'The part of type `annotations` is a list of `AnnotationInfo` in the order of the text; empty when there are none.',
      'The headers of each part are `Bookmark-Id`, `Type`, `Content-Type`, `Filename` and `Content-Disposition`. All but resources also have `Date` and `Last-Modified` in RFC 3339; JSON, HTML, annotations and resources have `Location`; resources have `Path`, `Group` and `Content-Length`.',
      'The status is sent before the parts, so the stream is complete only after its closing boundary.',
    ],
  },
  importing: {
    browser: ['Imports the bookmarks file of a browser (Netscape HTML).'],
    csv: ['Imports a CSV file with the columns url, title, state, created and labels.'],
    goodlinks: ['Imports a GoodLinks export.'],
    linkwarden: ['Imports a Linkwarden export.'],
    omnivore: ['Imports an Omnivore account.'],
    pinboard: ['Imports a Pinboard export.'],
    pocketFile: ['Imports a Pocket export (CSV or zip).'],
    readwise: ['Imports a Readwise Reader export.'],
    text: ['Imports a text file with an address on each line.'],
    wallabag: ['Imports a wallabag account.'],
    otherSource: ['Always fails, because no other import exists.'],
    progress: ['Returns the progress of an import.'],
  },
  events: {
    stream: [
      'Sends changes as server-sent events when they happen.',
      'The data of each event is a `SyncEntry`. Its id is a number for `Last-Event-ID` after a reconnect.',
      'An event named `reset` means that some requested events are no longer available: sync, then continue.',
      'Requires the feature `events`. It is optional for clients, because the sync list has the same information.',
    ],
  },
  media: {
    image: ['Returns the icon, image or thumbnail of a bookmark.'],
    resource: ['Returns an image of an article.'],
  },
  opds: {
    root: [
      'Returns the start feed of the catalogue for e-readers (OPDS 1.2), which links to the lists.',
      'E-readers sign in with HTTP Basic: any user name, and the token as password. Every 401 of the catalogue offers Basic.',
      'Every feed links to itself (`self`), to this one (`start`) and to the description of the search (`search`).',
    ],
    list: [
      'Lists bookmarks as books to download (EPUB), in pages of 50.',
      '`unread` contains bookmarks that are not archived, `archives` archived ones, `favorites` favourites, `all` everything. Bookmarks that are still loading are left out.',
      'Accepts the parameters of the list of bookmarks. Atom links lead to the `first`, `previous`, `next` and `last` page.',
      'An entry links to the EPUB (`http://opds-spec.org/acquisition`), the thumbnail (`http://opds-spec.org/image/thumbnail`) and the original page (`alternate`).',
    ],
    collections: ['Lists collections by name, in pages of 30.'],
    collection: [
      'Returns a collection: a link to browse it, and its content as one book (EPUB).',
      'A collection without bookmarks has no book.',
    ],
    search: ['Describes the search of the catalogue (OpenSearch 1.1).'],
  },
  devTools: {
    extract: [
      'Extracts an article from an address.',
      'With `Accept: text/html` the response is the article as a page.',
    ],
    extractGiven: ['Extracts an article from a page that is sent.'],
    urls: ['Lists addresses for testing extraction by site: those for which it failed.'],
  },
};

/** The tags of the specification, and additional ones for groups without a tag. */
const TAG_TEXTS: Readonly<Record<keyof Api, string>> = {
  info: 'info',
  signIn: 'sign-in',
  profile: 'user profile',
  oauth: 'oauth',
  bookmarks: 'bookmarks',
  exporting: 'bookmark export',
  sharing: 'bookmark sharing',
  labels: 'bookmark labels',
  highlights: 'bookmark highlights',
  collections: 'bookmark collections',
  sync: 'bookmark sync',
  importing: 'bookmark import',
  events: 'events',
  media: 'media',
  opds: 'e-book catalogue',
  devTools: 'dev tools',
};

/** Returns the texts of a route. */
export function routeTexts(
  group: string,
  name: string,
): { summary: string; notes: readonly string[] } {
  const texts: Readonly<Record<string, Readonly<Record<string, Sentences>>>> = ROUTE_TEXTS;
  const [summary = name, ...notes] = texts[group]?.[name] ?? [];
  return { summary, notes };
}

/** Returns the tag of a group of routes. */
export const groupTagOf = (group: string): string =>
  (TAG_TEXTS as Readonly<Record<string, string>>)[group] ?? group;
