import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export interface HtmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

type Node = DefaultTreeAdapterTypes.Node;

/** Returns every element in the first one named `root`, as a browser without scripts parses it. */
export function elementsIn(html: string, root: string): readonly HtmlElement[] {
  const found = everyNode(parse(html, { scriptingEnabled: false })).find(
    (node) => 'tagName' in node && node.tagName === root,
  );
  return (found ? everyNode(found).slice(1) : []).flatMap((node) =>
    'tagName' in node
      ? [
          {
            tag: node.tagName,
            attributes: Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])),
            text: textOf(node),
          },
        ]
      : [],
  );
}

const everyNode = (node: Node): Node[] => [
  node,
  ...('childNodes' in node ? node.childNodes.flatMap(everyNode) : []),
];

const textOf = (node: Node): string =>
  everyNode(node)
    .map((each) => ('value' in each ? each.value : ''))
    .join('');
