const MIN_LENGTH = 4;

/** True for a heading that is the title of the page, whatever its spaces and marks. */
export function isTitle(heading: string, title: string): boolean {
  const [a, b] = [normal(heading), normal(title)];
  if (a.length < MIN_LENGTH || b.length < MIN_LENGTH) return a !== '' && a === b;
  return a === b || a.includes(b) || b.includes(a);
}

const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}]+/gu, '');
