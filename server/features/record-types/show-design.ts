// A record type as its administrators are shown it: without where its values stand.
import type { RecordTypeDesign, TransitionDesign } from '@rowhouse/domain/contract.generated.ts';
import { readFills } from '@rowhouse/domain/fills/field-fill.ts';
import { readKeptCondition } from '@rowhouse/domain/records/kept-conditions.ts';
import { findFreeSlot } from '../../platform/record-store/slots.ts';
import type { StoredDesign, StoredTransition } from './sql.ts';

const nothingTaken: ReadonlySet<string> = new Set();

export function showDesign({
  bucket: _bucket,
  movingFrom: _movingFrom,
  ...design
}: StoredDesign): RecordTypeDesign {
  return {
    ...design,
    fields: design.fields.map(({ slot, position: _, kept: _kept, fills, ...field }) => ({
      ...field,
      fills: showFills(fills, design.fields),
      isSlow: slot === null && findFreeSlot(field.dataType, nothingTaken) !== null,
    })),
    statuses: design.statuses.map(({ position: _, ...status }) => status),
    problemCodes: design.problemCodes.map(({ position: _, ...code }) => code),
    deletedFields: design.deletedFields.map(({ slot: _, ...field }) => field),
    retypes: design.retypes.map(({ fromSlot: _from, toSlot: _to, name: _name, ...one }) => one),
    transitions: design.transitions.map(showTransition),
    fieldConditions: design.fieldConditions.map((one) => ({
      ...one,
      conditions: showConditions(one.conditions),
    })),
    lineTypes: design.lineTypes.map((lineType) => ({
      ...lineType,
      fields: lineType.fields.map(
        ({ position: _, lineItemTypeId: _lineItemTypeId, kept: _kept, fills, ...field }) => ({
          ...field,
          fills: showFills(fills, lineType.fields),
        }),
      ),
    })),
  };
}

/** A field that is deleted is filled no more. */
const showFills = (fills: string, fields: readonly { readonly id: number }[]) =>
  readFills(fills).flatMap(({ fieldId: id, propertyId }) =>
    fields.some((field) => field.id === Number(id)) ? [{ fieldId: Number(id), propertyId }] : [],
  );

/** What is no condition stays out: it closes the way, and saving the way again opens it. */
const showTransition = (transition: StoredTransition): TransitionDesign => ({
  ...transition,
  conditions: showConditions(transition.conditions),
});

const showConditions = (conditions: readonly unknown[]): TransitionDesign['conditions'] =>
  conditions.flatMap((stored) => {
    const condition = readKeptCondition(stored);
    if (condition === null) return [];
    const { value, values, ...rest } = condition;
    return [{ ...rest, value: value ?? null, values: values == null ? null : [...values] }];
  });
