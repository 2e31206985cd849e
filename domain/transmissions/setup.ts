// What the two halves of a mapping are made of (decision 076). The source's half says what is sent and when; the target
// is shown an offer of it, in which each carried field has a number. The target's half says what its fields take of it.
import type { AnswerPolicy } from './answer-policy.ts';
import { recordFileKey } from '../attachments/attached-file.ts';
import type { DataType } from '../fields/data-types.ts';

/** A field of one record type, or of the lines of its records, as an administrator chooses it. */
export type TransmissionField = {
  /** 'status', 'f12'; 'l34' for a field of lines. */
  readonly key: string;
  readonly name: string;
  readonly dataType: DataType;
  readonly currency: string | null;
  readonly isEditable: boolean;
  readonly isRequired: boolean;
  /** Of a field of lines: the name of their type. */
  readonly lineType: string | null;
  readonly lineTypeId: number | null;
  /** Those that can be chosen, in their order; null where it is no choice. */
  readonly choices: readonly { readonly value: string; readonly name: string }[] | null;
};

/** As the target sees it. */
export type OfferedItem = {
  readonly number: number;
  readonly name: string;
  readonly dataType: DataType;
  readonly currency: string | null;
  readonly isLine: boolean;
  /** Of the file that is the record itself; any other file is of an attachment field. */
  readonly isRecordFile?: boolean;
  /** By their names; null where it is no choice. */
  readonly choices: readonly string[] | null;
};

/** As the source keeps it: with the field that it is of. */
export type CarriedItem = OfferedItem & { readonly key: string };

type Numbered = Pick<CarriedItem, 'key' | 'number'>;

export type Offer<Item = CarriedItem> = {
  readonly typeName: string;
  readonly items: readonly Item[];
  /** Fields that are sent no more, told to nobody: no other field has their numbers. Absent where there are none. */
  readonly dropped?: readonly Numbered[];
};

/** Values are as they are kept: an id of a choice, 'true', a text. */
export type SourceSettings = {
  readonly kept: 'ids';
  readonly triggerField: string;
  readonly triggerValue: string;
  readonly sourceStatusField: string | null;
  readonly sourceSuccessStatusValue: string | null;
  readonly sourceErrorStatusValue: string | null;
};

export type Pair = { readonly item: number; readonly field: string };
/** What a choice of theirs is called here. */
export type Translation = { readonly item: number; readonly theirs: string; readonly ours: string };

export type TargetSettings = {
  readonly targetStatusField: string | null;
  readonly targetStatusValue: string | null;
  readonly pairs: readonly Pair[];
  readonly translations: readonly Translation[];
  /** Absent of what was approved before companies could answer by line: all is accepted. */
  readonly answering?: AnswerPolicy;
};

/**
 * Numbers stay with their fields from version to version, so that what the target paired stays paired, and what is on its way by
 * an older version is taken for nothing else. An item of the offer before is kept as it was offered.
 */
export function makeOffer(
  typeName: string,
  fields: readonly (TransmissionField | CarriedItem)[],
  before: Offer | null,
  mostChoices: number,
): Offer {
  const numbered = [...(before?.items ?? []), ...(before?.dropped ?? [])];
  const sent = new Set(fields.map(({ key }) => key));
  const dropped = numbered
    .filter(({ key }) => !sent.has(key))
    .map(({ key, number }) => ({ key, number }))
    .toSorted((one, other) => one.number - other.number);
  return {
    typeName,
    items: numberItems(fields, numbered, mostChoices),
    ...(dropped.length > 0 && { dropped }),
  };
}

function numberItems(
  fields: readonly (TransmissionField | CarriedItem)[],
  before: readonly Numbered[],
  mostChoices: number,
): CarriedItem[] {
  const known = new Map(before.map(({ key, number }) => [key, number]));
  let last = Math.max(0, ...known.values());
  return fields.map((field) => {
    if ('number' in field) return field;
    const { key, name, dataType, currency, lineTypeId, choices } = field;
    return {
      number: known.get(key) ?? (last += 1),
      key,
      name,
      dataType,
      currency,
      isLine: lineTypeId !== null,
      ...(key === recordFileKey && { isRecordFile: true }),
      choices:
        choices === null ? null : choices.length > mostChoices ? [] : choices.map((choice) => choice.name),
    };
  });
}

export type MappingState = 'DISABLED' | 'DRAFT' | 'OFFERED' | 'CHANGED' | 'APPROVED' | 'DECLINED';

/** How far the two companies have come with it. */
export function stateOf(mapping: {
  readonly isOffered: boolean;
  readonly enabled: boolean;
  readonly version: number;
  readonly approvedVersion: number | null;
  readonly isDeclined: boolean;
}): MappingState {
  if (!mapping.isOffered) return 'DRAFT';
  if (!mapping.enabled) return 'DISABLED';
  if (mapping.isDeclined) return 'DECLINED';
  if (mapping.approvedVersion === null) return 'OFFERED';
  return mapping.approvedVersion === mapping.version ? 'APPROVED' : 'CHANGED';
}
