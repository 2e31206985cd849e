import { createDiffieHellmanGroup, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * A remembered device proves itself by SRP 6a with the 3072-bit group of RFC 3526, as Cognito spells it: numbers are
 * hashed as bytes without a sign bit, the account is the device's group and key, the key comes from HKDF.
 */
export type Device = { readonly key: string; readonly groupKey: string; readonly password: string };

const prime = BigInt(`0x${createDiffieHellmanGroup('modp15').getPrime('hex')}`);
const generator = 2n;

/** Bytes of a number that none reads as negative. */
function toBytes(number: bigint): Buffer {
  const hex = number.toString(16);
  const even = hex.length % 2 === 1 ? `0${hex}` : hex;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}
const fromBytes = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
const sha256 = (...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const multiplier = fromBytes(sha256(toBytes(prime), toBytes(generator)));

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % prime];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime;
    square = (square * square) % prime;
  }
  return result;
}

const secretExponent = ({ key, groupKey, password }: Device, salt: Buffer): bigint =>
  fromBytes(sha256(salt, sha256(`${groupKey}${key}:${password}`)));

/** A new device, and what the service keeps of it: no password. */
export function createDevice(key: string, groupKey: string) {
  const device: Device = { key, groupKey, password: randomBytes(40).toString('base64') };
  const salt = toBytes(fromBytes(randomBytes(16)));
  const verifier = toBytes(power(generator, secretExponent(device, salt)));
  return {
    device,
    verifier: { Salt: salt.toString('base64'), PasswordVerifier: verifier.toString('base64') },
  };
}

/** One proof: `publicValue` goes out first, `answer` to what the service says then. */
export function beginDeviceProof(device: Device) {
  const secretValue = fromBytes(randomBytes(128)) % prime;
  const ownValue = power(generator, secretValue);

  return {
    publicValue: ownValue.toString(16),
    /** Null when what the service says proves nothing, whatever the password. */
    answer(said: { saltHex: string; publicHex: string; secretBlock: string }, nowMs: number) {
      const theirValue = fromHex(said.publicHex);
      const mix = fromBytes(sha256(toBytes(ownValue), toBytes(theirValue)));
      if (theirValue % prime === 0n || mix === 0n) return null;
      const exponent = secretExponent(device, toBytes(fromHex(said.saltHex)));
      const theirs = theirValue - multiplier * power(generator, exponent);
      const shared = power(((theirs % prime) + prime) % prime, secretValue + mix * exponent);
      const key = hkdfSync('sha256', toBytes(shared), toBytes(mix), 'Caldera Derived Key', 16);
      const timestamp = writeTimestamp(nowMs);
      const signature = createHmac('sha256', Buffer.from(key))
        .update(device.groupKey)
        .update(device.key)
        .update(Buffer.from(said.secretBlock, 'base64'))
        .update(timestamp)
        .digest('base64');
      return { timestamp, signature };
    },
  };
}

const fromHex = (hex: string): bigint => (/^[0-9a-f]+$/i.test(hex) ? BigInt(`0x${hex}`) : 0n);

/** As in 'Tue Sep 3 12:05:07 UTC 2024': the day without a zero before it. */
function writeTimestamp(nowMs: number): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = new Date(nowMs).toUTCString().split(' ');
  return `${weekday.replace(',', '')} ${month} ${Number(day)} ${time} UTC ${year}`;
}
