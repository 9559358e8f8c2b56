/** Wide enough for a full column on a screen of double density; more is only weight. */
const WANTED_WIDTH = 1600;
const WANTED_DENSITY = 2;

/** A longer one is no list of sizes. Data addresses are left out by it. */
const MAX_LENGTH = 20_000;

interface Candidate {
  readonly address: string;
  readonly width: number | null;
  readonly density: number | null;
}

/**
 * The address of the candidate that reads well and weighs little; null when there is none.
 * @see https://html.spec.whatwg.org/multipage/images.html#srcset-attributes
 */
export function bestCandidate(srcset: string): string | null {
  if (srcset.length > MAX_LENGTH) return null;
  const candidates = [...candidatesIn(srcset)];
  const byWidth = nearest(candidates, ({ width }) => width, WANTED_WIDTH);
  const byDensity = nearest(candidates, ({ density }) => density, WANTED_DENSITY);
  return (byWidth ?? byDensity ?? candidates[0])?.address ?? null;
}

/** An address ends at a blank or at its last commas; what follows up to a comma describes it. */
function* candidatesIn(srcset: string): Generator<Candidate> {
  const word = /[\s,]*([^\s,]\S*)/y;
  for (let found = word.exec(srcset); found !== null; found = word.exec(srcset)) {
    const address = found[1]?.replace(/(?<!,),+$/, '') ?? '';
    let descriptors = '';
    if (!found[0].endsWith(',')) {
      const comma = srcset.indexOf(',', word.lastIndex);
      const end = comma === -1 ? srcset.length : comma;
      descriptors = srcset.slice(word.lastIndex, end);
      word.lastIndex = end;
    }
    if (!/^\s*(?:\d[\d.]*[wxh]\s*)*$/.test(descriptors)) continue;
    yield {
      address,
      width: numberBefore('w', descriptors),
      density: numberBefore('x', descriptors),
    };
  }
}

function numberBefore(unit: 'w' | 'x', descriptors: string): number | null {
  const descriptor = descriptors.split(/\s+/).find((word) => word.endsWith(unit));
  return descriptor === undefined ? null : Number.parseFloat(descriptor);
}

/** The smallest that is at least `wanted`, else the largest. */
function nearest(
  candidates: readonly Candidate[],
  sizeOf: (candidate: Candidate) => number | null,
  wanted: number,
): Candidate | null {
  let best: Candidate | null = null;
  let bestSize = 0;
  for (const candidate of candidates) {
    const size = sizeOf(candidate);
    if (size === null) continue;
    const isBetter = bestSize < wanted ? size > bestSize : size >= wanted && size < bestSize;
    if (best === null || isBetter) {
      best = candidate;
      bestSize = size;
    }
  }
  return best;
}
