/** Classes and styles of line numbers. */
const NUMBERING =
  /line[_-]?n(?:o|r|um)|blob-num|gutter|(?:^|[\s_-])(?:lnt?|lno)(?:$|[\s_-])|user-select:\s*none/i;

/** Attributes that repeat the number: `data-line`, `data-number`, a link to the line. */
const NUMBERED = /^(?:href=.*#|data-[ln])/;

/** True for an element in a block of code with nothing but the number of a line. */
export function isLineNumber(element: Element): boolean {
  const text = element.textContent?.trim() ?? '';
  if (!/^[\d\s]*[.:|]?$/.test(text)) return false;
  const of = (name: string): string => element.getAttribute(name) ?? '';
  return (
    NUMBERING.test(`${of('class')} ${of('style')}`) ||
    (text !== '' &&
      element
        .getAttributeNames()
        .some((name) => NUMBERED.test(`${name}=${of(name)}`) && of(name).endsWith(text)))
  );
}
