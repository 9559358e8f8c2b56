import type { Paragraph, Parent, PhrasingContent } from 'mdast';
import { gfmFootnoteToMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import type { Options } from 'mdast-util-to-markdown';

/** Marked text, which many programs write as `==text==`. */
interface HighlightMark extends Parent {
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

declare module 'mdast-util-to-markdown' {
  interface ConstructNameMap {
    highlightMark: 'highlightMark';
  }
}

/** Writes marked text as `==text==` and escapes text that looks like such a mark. */
const highlightMarkToMarkdown: Options = {
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

/** How Markdown is written: CommonMark with GFM's tables, footnotes and strikethrough. */
export const MARKDOWN_FORMATS: Options = {
  bullet: '-',
  emphasis: '*',
  fences: true,
  rule: '-',
  extensions: [
    gfmTableToMarkdown({ tablePipeAlign: false }),
    gfmStrikethroughToMarkdown(),
    gfmFootnoteToMarkdown(),
    highlightMarkToMarkdown,
  ],
};

/** If an article has formulas, other `$` characters are escaped. */
export const FORMULAS: Options = { unsafe: [{ character: '$', inConstruct: 'phrasing' }] };

/** Returns a paragraph for each part of a text that an empty line ends. */
export const paragraphsOf = (text: string): Paragraph[] =>
  text
    .split(/\n{2,}/)
    .map((part) => ({ type: 'paragraph', children: [{ type: 'text', value: part }] }));
