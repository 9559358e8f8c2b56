import type { TextsOf } from './route-text';

type Groups = 'bookmarks' | 'exporting' | 'sharing' | 'media';

export const bookmarkTexts: { readonly [Group in Groups]: TextsOf<Group> } = {
  bookmarks: {
    list: {
      summary: 'Bookmarks, filtered, sorted, in pages of 50.',
      notes: [
        'All filters must hold. Without `sort` the newest come first, with `search` the best matches; a key that is unknown is ignored.',
        'With `id` the order is that of the ids.',
        'The filters of `collection` apply; a parameter of the same name overrides one. An unknown collection is a 404.',
        '`limit` is cut to 100; an offset past the end gives an empty list.',
      ],
    },
    create: {
      summary: 'Saves an address, with or without its page.',
      notes: [
        'The same address posted twice makes two bookmarks, unless both carry the same `Idempotency-Key` within 24 hours.',
        'As multipart, `html` is the page and each `resource` part a file of it: a part with a file name and a `Location` header, or the older form with a first line of JSON `{"url", "headers"}`. What is sent is used and not fetched.',
        'The answer comes before the page is read: ask for the bookmark until `loaded`.',
      ],
    },
    read: {
      summary: 'One bookmark with its links.',
      notes: ['Validators are sent only once it is loaded.'],
    },
    update: {
      summary: 'Changes what is sent, and nothing else.',
      notes: [
        'Labels are applied in the order `labels`, `add_labels`, `remove_labels`.',
        'null is as if the field were absent, except `published`, which null or an empty text clears.',
        'A `read_progress` of 0 or 100 empties `read_anchor`.',
        '`is_deleted` true deletes it after 20 seconds, unless false comes before.',
        'Errors are the form body with status 400.',
      ],
    },
    delete: {
      summary: 'Deletes a bookmark at once.',
      notes: ['It stays in the sync list as a `delete`.'],
    },
    article: {
      summary: 'The article as a fragment of HTML, with its annotations.',
      notes: ['A 404 while it is loading. Empty when the page has no article.'],
    },
    file: { summary: '`props.json`, `log`, and other files kept with a bookmark.' },
    complete: {
      summary: 'Completes an author, a label, a site or a title.',
      notes: ['`*` in `q` stands for anything; case does not matter.'],
    },
  },
  exporting: {
    one: {
      summary: 'One bookmark as a file.',
      notes: ['With `Accept: application/zip`, `md` comes as a zip with its images.'],
    },
    list: {
      summary: 'All bookmarks that the filters choose, as one file.',
      notes: ['Takes the parameters of the list, without pages. A 404 when nothing matches.'],
    },
    feed: { summary: 'The 25 newest bookmarks that the filters choose, as an Atom feed.' },
  },
  sharing: {
    link: {
      summary: 'Makes a public link to the article.',
      notes: ['Each call makes another one. It works for 24 hours.'],
    },
    email: {
      summary: 'Sends the article by e-mail.',
      notes: ['Only with the feature `email`; otherwise a 403.'],
    },
    page: {
      summary: 'The shared article, for anybody who has the link.',
      notes: ['410 when the link has expired.'],
    },
  },
  media: {
    image: { summary: 'The icon, image or thumbnail of a bookmark.' },
    resource: { summary: 'An image of an article.' },
  },
};
