// Gives fields another data type while everybody works on: part by part, each in one transaction with how far it came. A process
// that is killed loses the part under way; the field is of the one type or of the other, and never between.
import { tenantId as toTenantId, userId as toUserId } from '@rowhouse/domain/kernel/ids.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';
import { isReadAlike, stillDecides } from '@rowhouse/domain/record-types/retype.ts';
import { convertValue, type Converted } from '@rowhouse/domain/values/conversion.ts';
import type { BackgroundRunner } from '../../platform/background/background-runner.ts';
import type { OwnerConnection } from '../../platform/database/database.ts';
import type { TenantConfigCache } from '../../platform/tenant-config/tenant-config-cache.ts';
import { convertedField } from './converted-field.ts';
import { decidingPlaces, isComputedWith, placesFilledBy } from './deciding-places.ts';
import { createWalkRunner, NotYet, type WalkParts } from '../../platform/background/create-walk-runner.ts';
import {
  beginDueRetypes,
  cleanNext,
  convertNext,
  convertWritten,
  holdRetype,
  holdUp,
  isSetUpAs,
  placeOfRetype,
  setPhase,
  switchType,
} from './retype-sql.ts';
import type { HeldRetype } from './retype-place-sql.ts';
import { beginPass } from './formula-pass-sql.ts';

/** So many that others wrote are converted while nobody writes: a moment. */
const fewWritten = 1000;

export function createRetypeRunner(
  parts: WalkParts & {
    readonly configs: TenantConfigCache;
    /** Computes what a changed field is computed into. */
    readonly formulas: Pick<BackgroundRunner, 'wake'>;
  },
): BackgroundRunner {
  let isPassBegun = false;
  return createWalkRunner(parts, {
    name: 'changes of data types',
    table: 'field_retype',
    beginDue: beginDueRetypes,
    // The names of choices as they are now.
    prepare: ({ tenantId }) => parts.configs.reload(tenantId),
    async runPart(connection, turn, size, config) {
      const held = await holdRetype(connection, turn);
      if (held === null || config === null) return;
      const onPass = () => {
        isPassBegun = true;
      };
      const { recordsOf } = placeOfRetype(held);
      await steps[held.phase](connection, held, { config, size: recordsOf(size), log: parts.log, onPass });
    },
    afterPart() {
      if (isPassBegun) parts.formulas.wake();
      isPassBegun = false;
    },
  });
}

type With = {
  readonly config: TenantConfig;
  readonly size: number;
  readonly log: WalkParts['log'];
  /** A pass of formulas is begun in the transaction. */
  readonly onPass: () => void;
};
type Step = (connection: OwnerConnection, held: HeldRetype, with_: With) => Promise<unknown>;

const steps: Readonly<Record<HeldRetype['phase'], Step>> = {
  // Whoever wrote without knowing is done: from here on every change is noted.
  async BEGIN(connection, held) {
    await placeOfRetype(held).begin(connection, held);
    await setPhase(connection, held, 'CONVERT');
  },
  async CONVERT(connection, held, { config, size }) {
    const convert = converterOf(held, config);
    if ((await convertNext(connection, held, convert, size)) > 0) return;
    const again = await convertWritten(connection, held, convert, size);
    if (again < size) await setPhase(connection, held, 'SWITCH');
  },
  async SWITCH(connection, held, { config, log, onPass }) {
    if (!(await mayDecide(connection, held, config))) return;
    const few = placeOfRetype(held).recordsOf(fewWritten);
    const again = await convertWritten(connection, held, converterOf(held, config), few);
    if (again === few) {
      await setPhase(connection, held, 'CONVERT');
      return;
    }
    const places = standingInTheWay(config, held);
    if (places.length > 0) await holdUp(connection, held, stillDecides(held.name, places).message);
    else if (await switchType(connection, held, 'forth')) {
      if (await computeAnew(connection, held, config)) onPass();
      log.info({ tenantId: held.tenantId, fieldId: held.fieldId }, 'a field has another data type');
    } else await setPhase(connection, held, 'CLEAN_NEW');
  },
  KEPT: async () => undefined,
  async UNDO(connection, held, { config, log, onPass }) {
    if (!(await mayDecide(connection, held, config))) return;
    if (await switchType(connection, held, 'back')) {
      if (await computeAnew(connection, held, config)) onPass();
      log.info({ tenantId: held.tenantId, fieldId: held.fieldId }, 'a field has its data type back');
    } else throw new Error('The field is not of the type that is to be undone.');
  },
  CLEAN_NEW: (connection, held, { size }) => cleanNext(connection, held, size),
  CLEAN_OLD: (connection, held, { size }) => cleanNext(connection, held, size),
};

function standingInTheWay(config: TenantConfig, held: HeldRetype): string[] {
  if (held.definitionId !== null) return placesFilledBy(config, held.fieldId);
  return isReadAlike(held.from, held.to) ? [] : decidingPlaces(config, held);
}

/** False where what the part knows of the company is no longer so: the next part knows it anew. */
async function mayDecide(
  connection: OwnerConnection,
  held: HeldRetype,
  config: TenantConfig,
): Promise<boolean> {
  if (await placeOfRetype(held).isBulkChanging(connection, held)) throw new NotYet();
  return isSetUpAs(connection, config);
}

/** What is computed from the field is so by its values as they are from now on: rounded ones, or those from before. */
async function computeAnew(
  connection: OwnerConnection,
  held: HeldRetype,
  config: TenantConfig,
): Promise<boolean> {
  if (held.definitionId !== null || !isComputedWith(config, held)) return false;
  const { tenantId, userId, typeId, buckets } = held;
  const [bucket = 0, movingFrom = null] = buckets;
  for (const { text, values } of beginPass(toTenantId(tenantId), toUserId(userId), {
    id: typeId,
    bucket,
    movingFrom,
  }))
    await connection.query(text, values);
  return true;
}

function converterOf({ from, to, reading }: HeldRetype, config: TenantConfig): (stored: string) => Converted {
  const sides = [
    convertedField(from, config, reading.timeZone),
    convertedField(to, config, reading.timeZone),
  ] as const;
  return (stored) => convertValue(stored, ...sides, reading);
}
