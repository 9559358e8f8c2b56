/** Encodes a text in an encoding of at most two bytes for a character, as old pages are. */
export function encode(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const codes = new Map<string, readonly number[]>();
  const learn = (...bytes: number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes));
    if ([...letter].length === 1 && !codes.has(letter)) codes.set(letter, bytes);
  };
  for (let first = 0; first < 256; first += 1) learn(first);
  for (let first = 0x81; first < 255; first += 1) {
    for (let second = 0x40; second < 255; second += 1) learn(first, second);
  }
  return Uint8Array.from(
    [...text].flatMap((letter) => {
      const bytes = codes.get(letter);
      if (bytes === undefined) throw new Error(`${letter} is not in ${encoding}`);
      return bytes;
    }),
  );
}
