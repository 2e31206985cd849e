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
