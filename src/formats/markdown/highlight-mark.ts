import type { Parent, PhrasingContent } from 'mdast';
import type { Options } from 'mdast-util-to-markdown';

/** Marked text, which Markdown of many programs writes `==so==`. */
export interface HighlightMark extends Parent {
  type: 'highlightMark';
  children: PhrasingContent[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    highlightMark: HighlightMark;
  }
  interface RootContentMap {
    highlightMark: HighlightMark;
  }
}

/** How marks are written, and what in text looks like one and is escaped. */
export const highlightMarkToMarkdown: Options = {
  unsafe: [
    { character: '=', before: '=', inConstruct: 'phrasing' },
    { character: '=', after: '=', inConstruct: 'phrasing' },
  ],
  handlers: {
    highlightMark(node: HighlightMark, _, state, info) {
      const exit = state.enter('highlightMark');
      const tracker = state.createTracker(info);
      const start = tracker.move('==');
      const content = state.containerPhrasing(node, {
        ...tracker.current(),
        before: '=',
        after: '=',
      });
      exit();
      return `${start}${content}==`;
    },
  },
};

declare module 'mdast-util-to-markdown' {
  interface ConstructNameMap {
    highlightMark: 'highlightMark';
  }
}
