// Which numbers stand under the columns of a grid. Kept in this browser for each person and record type.
import { measureKinds, type FieldMeasure } from '@rowhouse/domain/aggregates/measures.ts';
import { readOwnSetting, writeOwnSetting } from '../../../platform/storage/own-settings.ts';
import { createObserved } from '../../../platform/observed.ts';

export const totalScopes = ['results', 'page', 'selection'] as const;
export type TotalScope = (typeof totalScopes)[number];

export type TotalsSetting = {
  readonly isShown: boolean;
  readonly scope: TotalScope;
  /** By the key of the column. */
  readonly kinds: Readonly<Record<string, FieldMeasure>>;
};

const none: TotalsSetting = { isShown: false, scope: 'results', kinds: {} };

function isSetting(value: unknown): value is TotalsSetting {
  if (typeof value !== 'object' || value === null) return false;
  const { isShown, scope, kinds } = value as Partial<Record<keyof TotalsSetting, unknown>>;
  return (
    typeof isShown === 'boolean' &&
    (totalScopes as readonly unknown[]).includes(scope) &&
    typeof kinds === 'object' &&
    kinds !== null &&
    Object.values(kinds).every((kind) => (measureKinds as readonly unknown[]).includes(kind))
  );
}

export type Totals = ReturnType<typeof createTotals>;

export function createTotals(recordTypeId: number) {
  const name = `totals:${recordTypeId}`;
  const { get, set, subscribe } = createObserved(readOwnSetting(name, isSetting) ?? none);
  const change = (more: Partial<TotalsSetting>) => {
    set({ ...get(), ...more });
    writeOwnSetting(name, get());
  };
  return {
    get,
    subscribe,
    toggle: () => change({ isShown: !get().isShown }),
    setScope: (scope: TotalScope) => change({ scope }),
    /** Null: no number under the column. */
    choose(column: string, kind: FieldMeasure | null) {
      const { [column]: _, ...others } = get().kinds;
      change({ isShown: true, kinds: kind === null ? others : { ...others, [column]: kind } });
    },
  };
}
