// Holds what the owner asks to what will be true with a second cell (decision 155): what is asked at home names no table that only a
// company's cell has, and what is asked in a cell writes nothing that home publishes. It reads the text of statements, so
// it sees nothing of what a function or a trigger does.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Database } from '@rowhouse/server/platform/database/database.ts';
import { throughOwner } from './through-owner.ts';
import type { OwnerWay } from './through-owner.ts';

/** Of companies, and read at home too: who may enter which company, and where it is found. */
const alsoAtHome = new Set(['tenant', 'tenant_former_url', 'membership', 'role', 'invitation']);
/** Of home, and read in cells too: with each answer a cell asks whether the session still holds. */
const alsoInCells = new Set(['app_user', 'auth_user', 'auth_session', 'auth_totp', 'migration']);

const schema = readFileSync(fileURLToPath(new URL('../server/schema.sql', import.meta.url)), 'utf8');
const tables = new Map(
  [...schema.matchAll(/^create table ([a-z_]+) \(\n(.*?)^\)/gms)].map(([, name = '', columns = '']) => [
    name,
    alsoAtHome.has(name) || /^ {2}tenant_id /m.test(columns) ? 'cell' : 'home',
  ]),
);

export const guardCells = (database: Database): Database =>
  throughOwner(database, (connection, way) => ({
    query(text, values) {
      const fault = findFault(way, text);
      if (fault !== null) throw new Error(`${fault} (decision 155):\n${text}`);
      return connection.query(text, values);
    },
  }));

const judged = new Map<string, string | null>();

function findFault(way: OwnerWay, text: string): string | null {
  const key = `${way} ${text}`;
  const known = judged.get(key);
  if (known !== undefined) return known;
  const fault = whyNotAskedSo(way, text);
  judged.set(key, fault);
  return fault;
}

/** Why the statement would not hold with a second cell; null when it would. */
export function whyNotAskedSo(way: OwnerWay, text: string): string | null {
  if (way === 'asOwnerOfAll') return null;
  const isAtHome = way === 'asHome';
  const [own, other] = isAtHome ? (['home', 'cell'] as const) : (['cell', 'home'] as const);
  const shared = isAtHome ? alsoAtHome : alsoInCells;
  const foreign = (name: string) => tables.get(name) === other;
  const written = namesIn(text, /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?([a-z_\d]+)/g).find(
    foreign,
  );
  if (written !== undefined) return `${way} writes ${written}, which is of ${other} and not of ${own}`;
  const read = namesIn(
    text,
    /\b(?:from|join|using)\s+((?:[a-z_\d]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)*[a-z_\d]+)/g,
  ).find((name) => foreign(name) && !shared.has(name));
  return read === undefined ? null : `${way} reads ${read}, which is of ${other} alone`;
}

/** Records stand in leaves of the one table. */
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, list = '']) =>
    list
      .split(',')
      .map((part) => (/^\s*([a-z_\d]+)/.exec(part)?.[1] ?? '').replace(/^record_\d+$/, 'record')),
  );
