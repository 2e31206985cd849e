import { showDisabled } from '@rowhouse/domain/kernel/formats.ts';
import { displayObject, type PropertyReading } from '@rowhouse/domain/objects/display.ts';
import { noValues, readObject, type PropertyValues } from '@rowhouse/domain/objects/stored-object.ts';
import { Suspense, useMemo } from 'react';
import { whyNotObject } from '@rowhouse/domain/objects/rules.ts';
import type { RecordField } from '../features/records/record-field.ts';
import type { RenderBrought } from '../features/records/record-page/record-form.tsx';
import { useListValues } from '../values/choices/use-list-options.ts';
import { findObjectFields, type ObjectField } from '../features/objects/object-field.ts';
import { useListedObjects, useObjectProperties } from '../features/objects/use-objects.ts';
import type { RecordObjects } from '../features/records/objects/record-objects.ts';
import { viewerZone } from '../platform/clock.ts';
import { prepareInputs } from '../values/late-inputs.ts';
import { ProgressLine } from '../ui/progress-line.tsx';
import type { FieldOptions } from '../values/value-field.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const ObjectPanel = lazyPart(async () => {
  const [{ ObjectPanel }] = await Promise.all([
    import('../features/objects/object-panel.tsx'),
    prepareInputs(),
  ]);
  return { default: ObjectPanel };
});

const ObjectInput = lazyPart(async () => {
  const [{ ObjectInput }] = await Promise.all([
    import('../features/objects/object-input.tsx'),
    prepareInputs(),
  ]);
  return { default: ObjectInput };
});

const noFields: readonly RecordField[] = [];
/** Objects as fields of a form. */
type ObjectInputs = {
  readonly render: RenderBrought;
  /** Why the object cannot be sent as it is typed; null also while its properties are on the way. */
  readonly whyNot: (key: string, typed: string) => string | null;
};

const inOrder = (ids: readonly (number | null)[]): readonly number[] =>
  [...new Set(ids.filter((id) => id !== null))].toSorted((one, other) => one - other);

/**
 * How the objects of a type's records read and are edited; with it the options of its fields, those of a list of objects
 * called as the objects display.
 */
export function useRecordObjects(
  fields: readonly RecordField[] = noFields,
  options: FieldOptions,
): { objects: RecordObjects; options: FieldOptions; inputs: ObjectInputs } {
  const objectFields = useMemo(() => findObjectFields(fields), [fields]);
  const definitionIds = useMemo(
    () => inOrder(objectFields.map(({ definitionId }) => definitionId)),
    [objectFields],
  );
  const objectListIds = useMemo(() => inOrder(objectFields.map(({ listId }) => listId)), [objectFields]);
  const { properties, failure, refetch } = useObjectProperties(definitionIds);
  const listIds = useMemo(
    () => inOrder([...(properties ?? []).values()].flatMap((all) => all.map(({ listId }) => listId))),
    [properties],
  );
  const lists = useListValues(listIds).data;
  const listed = useListedObjects(objectListIds);

  const reading = useMemo((): PropertyReading => {
    const names = new Map(
      [...(lists ?? [])].flatMap(([, values]) =>
        values.map(({ id, name, enabled }) => [id, enabled ? name : showDisabled(name)] as const),
      ),
    );
    return { nameOf: (id) => names.get(String(id)) ?? '', timeZone: viewerZone() };
  }, [lists]);

  const named = useMemo((): FieldOptions => {
    const renamed = objectFields.flatMap(({ key, kind, definitionId }) => {
      const found = options.get(key);
      const own = definitionId === null ? undefined : properties?.get(definitionId);
      if (kind !== 'listed' || !found || !own || !listed) return [];
      const nameOf = (option: (typeof found)[number]) => {
        const values = listed.get(Number(option.id)) ?? noValues;
        const { text } = displayObject(own, values, reading);
        return text === '' || text === option.name ? option : { ...option, name: text, detail: option.name };
      };
      return [[key, found.map(nameOf)] as const];
    });
    return renamed.length === 0 ? options : new Map([...options, ...renamed]);
  }, [objectFields, options, properties, listed, reading]);

  const objects = useMemo((): RecordObjects => {
    const byKey = new Map(objectFields.map((field) => [field.key, field]));
    const propertiesOf = ({ definitionId }: ObjectField) =>
      definitionId === null ? [] : properties?.get(definitionId);
    const valuesOf = ({ kind }: ObjectField, stored: string | null): PropertyValues | undefined =>
      kind === 'own' ? readObject(stored) : stored === null ? noValues : listed?.get(Number(stored));
    return {
      kindOf: (key) => byKey.get(key)?.kind ?? null,
      display(key, stored) {
        const field = byKey.get(key);
        const own = field && propertiesOf(field);
        const values = field && valuesOf(field, stored);
        return own && values ? displayObject(own, values, reading) : null;
      },
      renderPanel({ field, recordId, stored, ...open }) {
        const object = byKey.get(field.key);
        if (object === undefined) return null;
        return (
          <Suspense fallback={<ProgressLine active />}>
            <ObjectPanel
              {...open}
              key={`${recordId} ${field.key}`}
              title={field.name}
              kind={object.kind}
              properties={propertiesOf(object)}
              failure={failure}
              onRetry={() => void refetch()}
              values={valuesOf(object, stored) ?? noValues}
              reading={reading}
              optionsOf={({ listId }) => (listId === null ? undefined : lists?.get(listId))}
            />
          </Suspense>
        );
      },
    };
  }, [objectFields, properties, failure, refetch, listed, lists, reading]);

  const inputs = useMemo((): ObjectInputs => {
    const byKey = new Map(objectFields.map((field) => [field.key, field]));
    const propertiesOf = (key: string) => {
      const definitionId = byKey.get(key)?.definitionId ?? null;
      return definitionId === null ? [] : properties?.get(definitionId);
    };
    return {
      whyNot: (key, typed) => whyNotObject(propertiesOf(key) ?? [], readObject(typed)),
      render: ({ value, onChange, required, error }, { key, name }) => (
        <Suspense fallback={<ProgressLine active />}>
          <ObjectInput
            label={name}
            value={value}
            onChange={onChange}
            required={required}
            error={error}
            properties={propertiesOf(key)}
            failure={failure}
            onRetry={() => void refetch()}
            optionsOf={({ listId }) => (listId === null ? undefined : lists?.get(listId))}
          />
        </Suspense>
      ),
    };
  }, [objectFields, properties, failure, refetch, lists]);

  return { objects, options: named, inputs };
}
