/** Wide enough for a full column on a screen of double density; more is only weight. */
const WANTED_WIDTH = 1600;
const WANTED_DENSITY = 2;

/** A longer one is no list of sizes. Data addresses are left out by it. */
const MAX_LENGTH = 20_000;

/** An address, which may have commas inside, then its descriptors. */
const CANDIDATE = /([^\s,]\S*[^\s,]|[^\s,])\s*((?:\d[\d.]*[wxh]\s*)*)(?:,|$)/g;

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
  const candidates = [...srcset.matchAll(CANDIDATE)].map(readCandidate);
  const byWidth = nearest(candidates, ({ width }) => width, WANTED_WIDTH);
  const byDensity = nearest(candidates, ({ density }) => density, WANTED_DENSITY);
  return (byWidth ?? byDensity ?? candidates[0])?.address ?? null;
}

function readCandidate([, address = '', descriptors = '']: RegExpMatchArray): Candidate {
  return {
    address,
    width: numberBefore('w', descriptors),
    density: numberBefore('x', descriptors),
  };
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
