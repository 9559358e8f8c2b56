/** A drawing that runs, loads or expands something when it is opened as a file of its own. */
interface HostileDrawing {
  readonly name: string;
  readonly svg: string;
}

const REMOTE = 'https://evil.example/a.png';
const SHAPE = '<circle r="4"/>';
const drawing = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inner}${SHAPE}</svg>`;

/** Something of each of them can be kept: its circle. */
export const HOSTILE_DRAWINGS: readonly HostileDrawing[] = [
  { name: 'a script', svg: drawing('<script>harm()</script>') },
  { name: 'a script of another site', svg: drawing(`<script xlink:href="${REMOTE}"/>`) },
  { name: 'a handler of the root', svg: drawing('', 'onload="harm()"') },
  { name: 'a handler of a shape', svg: drawing('<rect onclick="harm()"/>') },
  {
    name: 'a foreign object',
    svg: drawing(
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>harm()</script></body></foreignObject>',
    ),
  },
  { name: 'a link to a script', svg: drawing('<a href="javascript:harm()"><rect/></a>') },
  { name: 'a remote picture', svg: drawing(`<image xlink:href="${REMOTE}"/>`) },
  { name: 'a remote style', svg: drawing(`<style>@import "${REMOTE}";</style>`) },
  { name: 'a remote paint', svg: drawing(`<rect fill="url(${REMOTE}#a)"/>`) },
  { name: 'an animated handler', svg: drawing('<set attributeName="onclick" to="harm()"/>') },
  {
    name: 'a style sheet before it',
    svg: `<?xml version="1.0"?><?xml-stylesheet href="${REMOTE}"?>${drawing('')}`,
  },
  {
    name: 'an external definition',
    svg: `<!DOCTYPE svg SYSTEM "${REMOTE}">${drawing('')}`,
  },
];

/** Drawings that are known as such only where they are declared to be one. */
export const DECLARED_DRAWINGS: readonly HostileDrawing[] = [
  {
    name: 'entities that grow',
    svg: `<!DOCTYPE svg [<!ENTITY a "harm()"><!ENTITY b "${'&a;'.repeat(100)}"><!ENTITY c "${'&b;'.repeat(100)}">]>${drawing('<text>&c;</text>')}`,
  },
  {
    name: 'elements with a prefix',
    svg: '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script>harm()</s:script><s:circle r="4"/></s:svg>',
  },
];

/** Texts that a stored or exported drawing must not have. */
export const HARM = /harm|evil\.example|script|ENTITY|DOCTYPE|foreignObject/i;

/** Drawings of which nothing is kept. */
export const REFUSED_DRAWINGS: readonly HostileDrawing[] = [
  { name: 'a million characters', svg: drawing(`<path d="${'M0 0'.repeat(300_000)}"/>`) },
  { name: 'a hundred thousand nested elements', svg: drawing('<g>'.repeat(100_000)) },
  { name: 'only a script', svg: drawing('<script>harm()</script>').replace(SHAPE, '') },
];
