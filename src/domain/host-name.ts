/**
 * Returns the host name of an address as people write it, with the letters of all scripts and without
 * port; empty if it has none.
 */
export function hostOf(address: string): string {
  const host = URL.parse(address)?.hostname ?? '';
  return host.split('.').map(inUnicode).join('.');
}

const PUNYCODE_PREFIX = 'xn--';
/** The parameters of Punycode (RFC 3492, section 5). */
const [BASE, T_MIN, T_MAX, SKEW, DAMP] = [36, 1, 26, 38, 700];
const [FIRST_BIAS, FIRST_CODE] = [72, 0x80];

/** Decodes a part of a host name (RFC 3492, section 6.2). An invalid part stays. */
function inUnicode(part: string): string {
  if (!part.startsWith(PUNYCODE_PREFIX)) return part;
  const encoded = part.slice(PUNYCODE_PREFIX.length);
  const split = Math.max(0, encoded.lastIndexOf('-'));
  const chars = [...encoded.slice(0, split)];
  let [code, place, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let at = split === 0 ? 0 : split + 1; at < encoded.length; ) {
    const before = place;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = digitOf(encoded.charAt(at++));
      place += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, step - bias));
      if (!(digit >= threshold)) break;
      weight *= BASE - threshold;
    }
    const length = chars.length + 1;
    bias = nextBias(place - before, length, before === 0);
    code += Math.floor(place / length);
    place %= length;
    // Also for NaN, after a character that is no digit.
    if (!(code <= 0x10ffff)) return part;
    chars.splice(place, 0, String.fromCodePoint(code));
    place += 1;
  }
  return chars.join('');
}

/** The value of a letter or digit; NaN for anything else. */
const digitOf = (char: string): number => {
  const value = Number.parseInt(char, BASE);
  return value < 10 ? value + 26 : value - 10;
};

function nextBias(distance: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(distance / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / length);
  let steps = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    steps += BASE;
  }
  return steps + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
