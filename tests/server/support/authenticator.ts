import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const UP = 0x01;
const UV = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Encodes what an attestation needs of CBOR (RFC 8949). */
function cbor(value: unknown): Buffer {
  const head = (kind: number, size: number) =>
    size < 24
      ? Buffer.from([(kind << 5) | size])
      : size < 256
        ? Buffer.from([(kind << 5) | 24, size])
        : Buffer.from([(kind << 5) | 25, size >> 8, size & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (value instanceof Buffer) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** The mistakes of a browser or an authenticator. */
export interface Faults {
  readonly origin?: string;
  readonly domain?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly type?: string;
  readonly challenge?: string;
}

interface Options {
  readonly challenge: string;
}

/** An authenticator in software with one passkey, and the browser in front of it. */
export function authenticator(origin: string) {
  const { hostname } = new URL(origin);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  let uses = 0;
  let user = '';

  const clientData = (type: string, { challenge }: Options, faults: Faults) =>
    Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
      }),
    );
  const data = (flags: number, faults: Faults, rest = Buffer.alloc(0)) => {
    uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(faults.counter ?? uses);
    const verified = faults.isVerified === false ? 0 : UV;
    const domain = sha256(faults.domain ?? hostname);
    return Buffer.concat([domain, Buffer.from([flags | UP | verified]), counter, rest]);
  };
  const credential = (response: object) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });

  return {
    id: id.toString('base64url'),
    /** Makes the passkey, as `navigator.credentials.create` does. */
    create(options: Options & { readonly user: { readonly id: string } }, faults: Faults = {}) {
      user = options.user.id;
      const size = Buffer.from([0, id.length]);
      const rest = Buffer.concat([Buffer.alloc(16), size, id, cbor(cose)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data(HAS_CREDENTIAL, faults, rest)],
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', options, faults).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'of a later browser'],
      });
    },
    /** Uses the passkey, as `navigator.credentials.get` does. */
    get(options: Options, faults: Faults = {}) {
      const client = clientData('webauthn.get', options, faults);
      const authenticatorData = data(0, faults);
      const signed = Buffer.concat([authenticatorData, sha256(client)]);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: faults.userHandle ?? user,
      });
    },
  };
}
