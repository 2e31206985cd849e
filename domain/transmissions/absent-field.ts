// A field of a mapping that is not there: nothing of it is sent, and nothing is put into it. It stays part of the mapping, as
// what is switched off comes back.
import type { FieldAbsence } from '../contract.generated.ts';
import { fieldId } from '../kernel/ids.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';

type Config = Pick<TenantConfig, 'fields' | 'lineItemFields' | 'goneFields'>;

/** @param key 'status', 'f12', or 'l34' of lines */
export function findAbsence(config: Config, key: string): FieldAbsence | null {
  const [, kind, id] = /^([fl])(\d+)$/.exec(key) ?? [];
  if (kind === undefined) return null;
  const isOfLines = kind === 'l';
  const isThere = isOfLines
    ? config.lineItemFields.has(Number(id))
    : config.fields.get(fieldId(Number(id)))?.enabled === true;
  if (isThere) return null;
  return findGone(config, key) === undefined ? 'SWITCHED_OFF' : 'DELETED';
}

const findGone = ({ goneFields }: Config, key: string) =>
  goneFields.find(
    ({ isOfLines, id }) => isOfLines === key.startsWith('l') && Number(id) === Number(key.slice(1)),
  );

/** The fields among these that are not there, as they were called. */
export function listAbsent(
  config: Config,
  keys: readonly (string | null | undefined)[],
): { readonly key: string; readonly name: string; readonly absence: FieldAbsence }[] {
  return [...new Set(keys)].flatMap((key) => {
    const absence = key == null ? null : findAbsence(config, key);
    if (key == null || absence === null) return [];
    const known = config.fields.get(fieldId(Number(key.slice(1)))) ?? findGone(config, key);
    return [{ key, name: known?.name ?? 'A field', absence }];
  });
}

export const sayAbsence: Readonly<Record<FieldAbsence, string>> = {
  SWITCHED_OFF: 'switched off',
  DELETED: 'deleted',
};

type Counted = { readonly isTaken: boolean; readonly absence?: FieldAbsence | null };

/** '6, 4 taken, 1 switched off': what is there, how much of it is taken, and what is not there. */
export const sayTaken = (total: number, fields: readonly Counted[]): string =>
  [
    String(total),
    `${fields.filter(({ isTaken, absence }) => isTaken && absence == null).length} taken`,
    ...(['SWITCHED_OFF', 'DELETED'] as const).flatMap((kind) => {
      const count = fields.filter(({ absence }) => absence === kind).length;
      return count === 0 ? [] : `${count} ${sayAbsence[kind]}`;
    }),
  ].join(', ');
