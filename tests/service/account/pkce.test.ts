import { describe, expect, it } from 'vitest';
import { challengeOf, newState, newVerifier } from '../../../src/service';

describe('a verifier', () => {
  it('has 64 letters and digits', () => {
    expect(newVerifier()).toMatch(/^[A-Za-z0-9]{64}$/);
    expect(newState()).toMatch(/^[A-Za-z0-9]{43}$/);
    expect(newVerifier()).not.toBe(newVerifier());
  });

  it('has equally likely characters, because bytes beyond the last multiple are dropped', () => {
    let next = 0;
    const counts = new Map<string, number>();
    const everyByteInTurn = (bytes: Uint8Array<ArrayBuffer>) => {
      for (let at = 0; at < bytes.length; at++) bytes[at] = next++ % 256;
      return bytes;
    };
    // 62 verifiers of 64 characters use each character of the alphabet 64 times.
    for (let n = 0; n < 62; n++) {
      next = (n * 64) % 248;
      for (const character of newVerifier(everyByteInTurn)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    expect(counts.size).toBe(62);
    expect(new Set(counts.values())).toEqual(new Set([64]));
  });

  it('never uses the bytes that would favour some characters', () => {
    const bytes = [248, 249, 250, 251, 252, 253, 254, 255, 0];
    let at = 0;
    const fill = (wanted: Uint8Array<ArrayBuffer>) =>
      wanted.map(() => bytes[at++ % bytes.length]!) as Uint8Array<ArrayBuffer>;
    expect(newVerifier(fill)).toBe('A'.repeat(64));
  });
});

describe('its challenge', () => {
  it('matches RFC 7636, appendix B', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(await challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });

  it('is deterministic and without padding', async () => {
    const verifier = newVerifier();
    expect(await challengeOf(verifier)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await challengeOf(verifier)).toBe(await challengeOf(verifier));
  });
});
