const ATOM = 'http://www.w3.org/2005/Atom';
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** How often each may stand in its parent (RFC 4287 4.1.1 and 4.1.2); others as often as they like. */
const COUNTS: Readonly<Record<string, Readonly<Record<string, readonly [number, number]>>>> = {
  feed: { id: [1, 1], title: [1, 1], updated: [1, 1], subtitle: [0, 1], generator: [0, 1] },
  entry: { id: [1, 1], title: [1, 1], updated: [1, 1], published: [0, 1], summary: [0, 1] },
};
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  feed: ['author', 'category', 'entry', 'link'],
  entry: ['author', 'category', 'link', 'content'],
};

/** What a feed has that Atom does not allow, or lacks that Atom asks for (RFC 4287). */
export function feedProblems(root: Element): readonly string[] {
  if (root.localName !== 'feed' || root.namespaceURI !== ATOM) return ['it is no feed'];
  return [root, ...root.getElementsByTagName('entry')].flatMap(problemsOf);
}

function problemsOf(element: Element): string[] {
  const name = element.localName;
  const counts = COUNTS[name] ?? {};
  const children = [...element.children];
  const named = (child: string) => children.filter(({ localName }) => localName === child);
  const links = named('link');
  const alternates = links.filter(
    (link) => (link.getAttribute('rel') ?? 'alternate') === 'alternate',
  );
  return [
    ...Object.entries(counts)
      .filter(([child, [least, most]]) => !isBetween(named(child).length, least, most))
      .map(([child]) => `${name} has ${named(child).length} of ${child}`),
    ...children
      .filter(({ localName }) => !(localName in counts) && !ALLOWED[name]?.includes(localName))
      .map(({ localName }) => `${name} has ${localName}`),
    ...[...named('updated'), ...named('published')]
      .filter(({ textContent }) => !RFC_3339.test(textContent ?? ''))
      .map(({ localName }) => `${localName} is no date`),
    ...[...named('id'), ...links]
      .map((each) => each.getAttribute('href') ?? each.textContent ?? '')
      .filter((address) => !URL.canParse(address) || /[\s"<>]/.test(address))
      .map((address) => `${address} is no IRI`),
    ...named('author')
      .filter((author) => author.getElementsByTagName('name').length !== 1)
      .map(() => 'an author has no name'),
    ...named('category')
      .filter((category) => !category.getAttribute('term'))
      .map(() => 'a category has no term'),
    ...(name === 'feed' && named('author').length === 0 ? ['the feed has no author'] : []),
    // Without content there has to be something to go to (4.1.2).
    ...(name === 'entry' && alternates.length === 0 ? ['an entry leads nowhere'] : []),
    ...(alternates.length > 1 ? ['there is more than one alternate'] : []),
  ];
}

const isBetween = (count: number, least: number, most: number) => count >= least && count <= most;
