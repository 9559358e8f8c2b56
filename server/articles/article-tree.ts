import { createTextIndex } from '../../src/anchoring';
import { parseBody, writeChildren } from '../../src/dom';

/** Parses an article as the content of a `<body>`, the root of selectors (protocol.md section 9.1). */
export function parseArticle(article: string) {
  const body = parseBody(article);
  // `PageNode` has everything of `Node` that `src/anchoring` uses. Its tests run on both.
  const index = createTextIndex(body as unknown as Node);
  return {
    index,
    /** Serialises the article, including the changes made since it was parsed. */
    toHtml: () => writeChildren(body),
  };
}

/** An article whose text can be found and marked. */
export type ArticleTree = ReturnType<typeof parseArticle>;
