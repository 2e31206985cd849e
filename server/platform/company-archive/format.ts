// One .tar.gz that every tar can open: what it is of, then the rows of each table as NDJSON in parts of a few megabytes, then
// the files, and at the end the checksum of each. docs/decisions/144 says why.
import { z } from 'zod';
import { invalid } from '@rowhouse/domain/kernel/refusal.ts';
import { carriedTables } from './carried.ts';

export const archiveFormat = 1;
export const headName = 'company.json';
export const manifestName = 'manifest.json';
/** People stand first: every table may name them. */
export const peopleTable = 'people';

/** A part ends with the row that fills it. */
export const partBytes = 2_000_000;
/** A part with one row too large for it; what claims more is none of ours. */
export const mostPartBytes = 64_000_000;
export const mostManifestBytes = 256_000_000;
export const mostFileBytes = 8_000_000_000;
/** The first level of gzip packs nothing further than to a 230th: what unpacks to more is there to fill disks. */
export const mostUnpacking = 250;

export const partName = (table: string, number: number): string =>
  `rows/${table}/${String(number).padStart(6, '0')}.ndjson`;
export const recordFileName = (id: number): string => `files/record/${id}`;
export const orderFileName = (kind: string): string => `files/order/${kind}`;

export type ArchivePart =
  | { readonly kind: 'rows'; readonly table: string; readonly number: number }
  | { readonly kind: 'record file'; readonly id: number }
  | { readonly kind: 'order file'; readonly of: string };

/** Null for a name that no archive of ours has. */
export function readPartName(name: string): ArchivePart | null {
  const rows = /^rows\/([a-z_]+)\/(\d{6,9})\.ndjson$/.exec(name);
  if (rows?.[1] !== undefined) return { kind: 'rows', table: rows[1], number: Number(rows[2]) };
  const file = /^files\/record\/([1-9]\d{0,15})$/.exec(name);
  if (file?.[1] !== undefined) return { kind: 'record file', id: Number(file[1]) };
  const order = /^files\/order\/([A-Z_]{1,40})$/.exec(name);
  return order?.[1] === undefined ? null : { kind: 'order file', of: order[1] };
}

const columnName = z.string().regex(/^[a-z][a-z0-9_]*$/);
const headForm = z.object({
  kind: z.literal('rowhouse company'),
  format: z.int(),
  /** The last migration of the installation that wrote it. */
  schema: z.string().max(200),
  exportedAt: z.string().max(40),
  company: z.object({
    id: z.int().positive(),
    name: z.string().min(1).max(100),
    url: z.string().min(1).max(100),
    description: z.string().max(2000).nullable(),
    mfa_required: z.boolean(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    accent: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .nullable(),
    created_at: z.iso.datetime({ offset: true }),
  }),
  /** By table, the columns of its rows. */
  tables: z.record(columnName, z.array(columnName)),
});
export type ArchiveHead = z.infer<typeof headForm>;

export type ManifestPart = { readonly name: string; readonly bytes: number; readonly sha256: string };
const manifestForm = z.object({
  parts: z.array(
    z.object({ name: z.string().max(100), bytes: z.int().nonnegative(), sha256: z.string().length(64) }),
  ),
  /** Ids of files of which a row says that they are there, and which were not. */
  missingFiles: z.array(z.int().positive()),
});
export type ArchiveManifest = z.infer<typeof manifestForm>;

export const noArchive = (path: string) => invalid(`${path} is no archive of a company.`);
export const damagedArchive = (path: string) =>
  invalid(`${path} is damaged: it is no whole archive of a company. Nothing was brought in.`);
export const newerArchive = (path: string) =>
  invalid(
    `${path} was written by a newer release of Rowhouse. Bring this installation up to date first. Nothing was brought in.`,
  );

export function readHead(text: string, path: string): ArchiveHead {
  const told = parseJson(text);
  const isOurs =
    typeof told === 'object' && told !== null && 'kind' in told && told.kind === 'rowhouse company';
  if (!isOurs) throw noArchive(path);
  if ('format' in told && typeof told.format === 'number' && told.format > archiveFormat)
    throw newerArchive(path);
  const { success, data } = headForm.safeParse(told);
  if (!success) throw damagedArchive(path);
  // What this release has never heard of would be lost without a word.
  for (const [table, columns] of Object.entries(data.tables)) {
    const known = Object.hasOwn(carriedTables, table) ? carriedTables[table] : undefined;
    if (known === undefined || columns.some((column) => !known.columns.includes(column)))
      throw newerArchive(path);
  }
  return data;
}

export function readManifest(text: string, path: string): ArchiveManifest {
  const { success, data } = manifestForm.safeParse(parseJson(text));
  if (!success) throw damagedArchive(path);
  return data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
