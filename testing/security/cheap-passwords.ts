// For files that guess hundreds of times: what is tried is right or wrong as before, and costs nothing. Not where it matters how long
// a password takes, nor for accounts that another process made or looks at.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Of all that hashes in this process. @returns what takes it back */
export function makePasswordsCheap(): () => void {
  const real = crypto.argon2;
  setArgon2((algorithm, parameters, callback) =>
    real(algorithm, { ...parameters, memory: 8, passes: 1 }, callback),
  );
  return () => setArgon2(real);
}

function setArgon2(argon2: typeof crypto.argon2): void {
  Object.assign(crypto, { argon2 });
  syncBuiltinESMExports();
}
