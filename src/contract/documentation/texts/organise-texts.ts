import type { TextsOf } from './route-text';

type Groups = 'labels' | 'highlights' | 'collections';

export const organiseTexts: { readonly [Group in Groups]: TextsOf<Group> } = {
  labels: {
    list: {
      summary: 'All labels by name, with their counts.',
      notes: ['With `q` those that match; `*` stands for anything, case does not matter.'],
    },
    read: { summary: 'One label, its name exact.' },
    rename: {
      summary: 'Renames a label on all bookmarks.',
      notes: [
        'A name that another label has merges the two.',
        'Errors are the form body with status 400.',
      ],
    },
    delete: { summary: 'Takes a label from all bookmarks.' },
  },
  highlights: {
    listAll: { summary: 'Annotations of all bookmarks, the newest first, in pages of 50.' },
    list: { summary: 'Annotations of a bookmark, in the order of its text.' },
    create: {
      summary: 'Marks a part of the article.',
      notes: [
        'Selectors are XPath below the root of the article, offsets Unicode code points from the start of the selected element.',
        'A range that is not in the article, or overlaps another annotation, is a 400 with a message.',
        'With the feature `anchors` annotations may overlap, and `quote` lets the server find the words again in a new article.',
      ],
    },
    update: {
      summary: 'Changes colour and note.',
      notes: ['An absent note stays, an empty one goes.'],
    },
    delete: { summary: 'Deletes an annotation.' },
  },
  collections: {
    list: { summary: 'Collections by name, in pages of 30.' },
    create: { summary: 'Saves a search.' },
    read: { summary: 'One collection.' },
    update: {
      summary: 'Changes a collection.',
      notes: ['null takes a filter away. The answer has what changed.'],
    },
    delete: { summary: 'Deletes a collection. Its bookmarks stay.' },
  },
};
