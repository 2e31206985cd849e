import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig, variableNames } from './config.ts';

const example = parseEnv(readFileSync('.env.example', 'utf8'));

test('.env.example names every variable that is read, and no other', () => {
  expect(Object.keys(example).toSorted()).toEqual(variableNames.toSorted());
});

test('.env.example as it stands is a configuration', () => {
  expect(() => readConfig(example)).not.toThrow();
});

test.each(['localhost:4000', 'rowhouse.example.com', 'ftp://rowhouse.example.com', '/rowhouse'])(
  'an address is refused without its protocol: %s',
  (address) => {
    const oidc = { OIDC_ISSUER: address, OIDC_CLIENT_ID: 'rowhouse' };
    for (const environment of [{ PUBLIC_URL: address }, oidc, { S3_BUCKET: 'files', S3_ENDPOINT: address }])
      expect(() => readConfig(environment)).toThrow(
        / is not usable: must be an address like https:\/\/rowhouse\.example\.com\.$/,
      );
  },
);

test('an address has its protocol, and a port where it needs one', () =>
  expect(readConfig({ PUBLIC_URL: 'http://localhost:4000' }).publicUrl).toBe('http://localhost:4000'));
