// What the audit log calls the two halves of a mapping: each as its company knows it. The source is not told into which type
// its records go (decision 076), so only the half that takes says it.
import { recordTypeId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import type { MemberContext } from '../../graphql/operation.ts';
import { readMappings, readOffers, selectMappings, selectOffers } from '../transmissions/sql.ts';

type OwnHalf = { readonly recordTypeId: number; readonly targetName: string };
type TakenHalf = {
  readonly typeName: string;
  readonly company: string;
  /** Null before it was approved. */
  readonly recordTypeId: number | null;
};

/** By their own ids. */
export type Halves = {
  readonly own: ReadonlyMap<number, OwnHalf>;
  readonly taken: ReadonlyMap<number, TakenHalf>;
};
export const noHalves: Halves = { own: new Map(), taken: new Map() };

const ownEntity = 'transmission_mapping';
const takenEntity = 'transmission_acceptance';
export const isOfMapping = (entity: string): boolean => entity === ownEntity || entity === takenEntity;

export async function readHalves({ viewer: { tenantId }, read }: MemberContext): Promise<Halves> {
  const { answers } = await read([selectMappings(tenantId, null), selectOffers(tenantId, null)]);
  return {
    own: new Map(readMappings(answers[0]).map((own) => [own.id, own])),
    taken: new Map(
      readOffers(answers[1]).flatMap(({ acceptanceId, offer, ...half }) =>
        acceptanceId === null ? [] : [[acceptanceId, { ...half, typeName: offer.typeName }]],
      ),
    ),
  };
}

type Entry = { readonly entity: string; readonly entityId: number };

/**
 * 'Transmission mapping: Orders to South'; in South 'Transmission mapping: Orders from North, as Bills'.
 *
 * @param typeThen the type into which records went by the entry, where it says so
 */
export function nameMapping(
  { entity, entityId }: Entry,
  { own, taken }: Halves,
  config: TenantConfig,
  typeThen: number | null,
): string {
  const sent = entity === ownEntity ? own.get(entityId) : undefined;
  const received = entity === takenEntity ? taken.get(entityId) : undefined;
  const said =
    sent !== undefined
      ? `${nameType(sent.recordTypeId, config)} to ${sent.targetName}`
      : received !== undefined
        ? sayTaken(received, typeThen ?? received.recordTypeId, config)
        : null;
  return said === null ? 'Transmission mapping' : `Transmission mapping: ${said}`;
}

const sayTaken = ({ typeName, company }: TakenHalf, type: number | null, config: TenantConfig): string =>
  `${typeName} from ${company}${type === null ? '' : `, as ${nameType(type, config)}`}`;

const nameType = (id: number, config: TenantConfig): string =>
  config.recordTypes.get(recordTypeId(id))?.name ?? 'a type that is gone';

/** Those that are called so, by their entity. */
export function findHalves(
  text: string,
  halves: Halves,
  config: TenantConfig,
): { readonly entity: string; readonly ids: readonly number[] }[] {
  const idsOf = (entity: string, ids: Iterable<number>) =>
    [...ids].filter((entityId) =>
      nameMapping({ entity, entityId }, halves, config, null).toLowerCase().includes(text.toLowerCase()),
    );
  return [
    { entity: ownEntity, ids: idsOf(ownEntity, halves.own.keys()) },
    { entity: takenEntity, ids: idsOf(takenEntity, halves.taken.keys()) },
  ].filter(({ ids }) => ids.length > 0);
}
