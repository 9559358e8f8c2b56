import process from 'node:process';
import { createContext, Script } from 'node:vm';
import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Samples for a class or set of characters. */
const SAMPLES = [...' aA0-<>()[]{}"\'=,;:./\\#?&@%!+*_|x\né中'];
/** A sequence with more pieces than this is attacked only at its start. */
const MAX_PIECES = 14;

/**
 * A string that makes a pattern backtrack: a prefix that matches what precedes a run of pieces, the
 * run to be repeated, and a suffix that prevents a match.
 */
export interface Attack {
  readonly before: string;
  readonly repeated: string;
  readonly after: string;
}

export function attacksOn({ source, flags }: RegExp): readonly Attack[] {
  const ast = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const found = new Map<string, Attack>();
  const add = (attack: Attack) => {
    if (attack.repeated !== '') found.set(Object.values(attack).join('\u0001'), attack);
  };
  const visit = (alternatives: readonly AST.Alternative[], before: string, after: string) => {
    for (const { elements } of alternatives) {
      for (const which of [0, 1]) {
        const pieces = piecesOf(elements, flags, which);
        const text = (from: number, to: number) => pieces.slice(from, to).join('');
        const last = Math.min(pieces.length, MAX_PIECES);
        for (let from = 0; from < last; from += 1) {
          for (let to = from + 1; to <= last; to += 1) {
            for (const end of ['\0', '\n\0', `${text(to, pieces.length)}${after}\n\0`]) {
              add({ before: before + text(0, from), repeated: text(from, to), after: end });
              if (which === 0 && from === 0)
                add({ before: `\0${before}`, repeated: text(from, to), after: end });
            }
          }
        }
      }
      for (const [at, element] of elements.entries()) {
        const inner = groupIn(element);
        if (inner === null) continue;
        const start = before + sampleOf(elements.slice(0, at), flags, 0);
        visit(inner.alternatives, start, sampleOf(elements.slice(at + 1), flags, 0) + after);
        const choices = inner.alternatives.map((one) => sampleOf(one.elements, flags, 1));
        add({ before: start, repeated: choices.join(''), after: '\0' });
      }
    }
  };
  visit(ast.alternatives, '', '');
  return [...found.values()];
}

type Group = AST.Group | AST.CapturingGroup | AST.LookaroundAssertion;

function groupIn(element: AST.Element): Group | null {
  const inner = element.type === 'Quantifier' ? element.element : element;
  return 'alternatives' in inner ? (inner as Group) : null;
}

/** Returns a sample of each element. Adjacent characters are one piece. */
function piecesOf(elements: readonly AST.Element[], flags: string, which: number): string[] {
  const pieces: string[] = [];
  let isLiteral = false;
  for (const element of elements) {
    const sample = sampleOf([element], flags, which);
    if (element.type === 'Character' && isLiteral) pieces.push((pieces.pop() ?? '') + sample);
    else pieces.push(sample);
    isLiteral = element.type === 'Character';
  }
  return pieces.filter((piece) => piece !== '');
}

/** @param which the number of the matching sample, from 0 */
function sampleOf(elements: readonly AST.Element[], flags: string, which: number): string {
  return elements.map((element) => sampleOfOne(element, flags, which)).join('');
}

function sampleOfOne(element: AST.Element, flags: string, which: number): string {
  switch (element.type) {
    case 'Character':
      return String.fromCodePoint(element.value);
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^${element.raw}$`, flags.replace(/[gy]/g, ''));
      const fitting = SAMPLES.filter((character) => one.test(character));
      return fitting[(which >> 1) % fitting.length] ?? '';
    }
    case 'Group':
    case 'CapturingGroup': {
      const chosen = element.alternatives[which % element.alternatives.length];
      return sampleOf(chosen?.elements ?? [], flags, which);
    }
    case 'Quantifier':
      return sampleOfOne(element.element, flags, which).repeat(Math.max(1, element.min));
    case 'Assertion':
    case 'Backreference':
      return '';
  }
}

const [SHORT, LONG] = [5_000, 20_000];
/** In ms. A linear pattern takes a hundredth of it on the long string. */
const NOTICEABLE = 10;
const TIMEOUT = 500;
/**
 * Four times the length takes a linear pattern four times as long, and a quadratic one sixteen
 * times.
 */
const MAX_GROWTH = 8;

/** Returns true if the time of the pattern grows faster than the length of the attack. */
export function isSuperLinear(pattern: RegExp, attack: Attack): boolean {
  if (timeOf(pattern, attack, LONG) < NOTICEABLE) return false;
  // Measured several times, because a busy machine is slow too.
  const fastest = (length: number) =>
    Math.min(...[1, 2, 3].map(() => timeOf(pattern, attack, length)));
  const long = fastest(LONG);
  return long >= NOTICEABLE && (long >= TIMEOUT || long / fastest(SHORT) > MAX_GROWTH);
}

const context = createContext({ pattern: /(?:)/, text: '' });
const REPLACE = new Script('text.replace(pattern, "")');
const TEST = new Script('pattern.test(text)');

/** CPU time of this thread in ms, which a busy machine does not change; at most `TIMEOUT`. */
function timeOf(pattern: RegExp, { before, repeated, after }: Attack, length: number): number {
  const text = `${before}${repeated.repeat(Math.ceil(length / repeated.length))}${after}`;
  Object.assign(context, { pattern, text });
  const start = process.threadCpuUsage();
  try {
    (pattern.global ? REPLACE : TEST).runInContext(context, { timeout: TIMEOUT });
  } catch {
    return TIMEOUT;
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
