// One cell of a file as a value in the form of the contract, or the sentence that says why it is none. The sentences
// for numbers, dates and Yes or No are those of Specification 5; every value is held to the rules of the forms.
import type { RecordTypeId } from '../kernel/ids.ts';
import { whyNotChoice, whyNotListValue } from '../records/choices.ts';
import { whyNotInNewRecord } from '../records/new-record.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import type { ChoiceNames } from './choice-names.ts';
import type { ChoiceSource, ImportField } from './import-field.ts';
import { hasShortYear } from '../values/read-moment.ts';
import { notAmount, notDecimal, readDigits } from '../values/read-number.ts';
import type { CellWriting } from '../values/value.ts';
import { valueOf } from '../values/values.ts';

export type CellRules = CellWriting & {
  readonly config: TenantConfig;
  readonly recordType: { readonly id: RecordTypeId; readonly name: string };
  readonly choices: ChoiceNames;
  readonly createsListValues: boolean;
  /** Today where the importer is, 'YYYY-MM-DD'. */
  readonly today: string;
  /** Whoever reads the sentences has a page before them, and not the command line with its options. */
  readonly isOnScreen?: boolean;
};

/** Null when the cell is empty. A list value that is yet to be made stands as its id below zero. */
export type CellReading =
  | { readonly value: string | null; readonly isRounded?: boolean; readonly whyNot?: undefined }
  /** `meant`: what it says all the same, where it is understood, but may not be chosen or written. */
  | { readonly whyNot: string; readonly meant?: string };

export function readCell(field: ImportField, cell: string, rules: CellRules): CellReading {
  const text = cell.trim();
  if (text === '') return field.required ? { whyNot: `${field.name} is required` } : { value: null };
  if (isSheetError(text))
    return { whyNot: `${field.name}: '${text}' is an error of the spreadsheet and no value.` };
  const read = readText(field, text, rules);
  if (read.whyNot !== undefined || read.value === null) return read;
  // Ids of what is chosen were judged above, and may be of values that are not stored yet.
  if (field.choices !== null) return read;
  const whyNot = whyNotInNewRecord(field, read.value, rules.today);
  if (whyNot === null) return read;
  return { whyNot: whyNot.startsWith(field.name) ? whyNot : `${field.name}: ${whyNot}`, meant: read.value };
}

/** What a formula shows that has no value, in the languages that we met, and a number in a column that was too narrow. */
const isSheetError = (text: string): boolean =>
  /^#(N\/A|NV|DIV\/0!|REF!|BEZUG!|VALUE!|WERT!|NAME\?|NUM!|ZAHL!|NULL!|SPILL!|CALC!|#{2,})$/i.test(text);

function readText(field: ImportField, text: string, rules: CellRules): CellReading {
  const type = valueOf(field.dataType);
  if (type.choosing !== null)
    return type.choosing === 'one' ? readChoice(field, text, rules) : readChoices(field, text, rules);
  const read = type.readCell(text, rules);
  if (read.whyNot === undefined) return read;
  const dayForm = rules.dayFirst ? 'DD/MM/YYYY' : 'MM/DD/YYYY';
  const sentence = type.sayWrong(field.name, sayOfFile(read.whyNot, text, rules), dayForm);
  return { whyNot: sentence.includes(dayForm) ? `${sentence}${yearHint(text, rules)}` : sentence };
}

function yearHint(text: string, rules: CellRules): string {
  if (!hasShortYear(text, rules)) return '';
  return rules.isOnScreen === true
    ? '. Write the year with four digits.'
    : '. With --century 2000 years of two digits are read: 19 is 2019 then.';
}

/** What can be said to the import about it. */
function sayOfFile(whyNot: string, text: string, { decimalSign, isOnScreen }: CellRules): string {
  if (whyNot === notAmount && readDigits(text, decimalSign) !== null)
    return isOnScreen === true
      ? 'An amount has two decimals.'
      : 'An amount has two decimals. Import with --round to round it.';
  return decimalSign === ',' ? (commaSentences[whyNot] ?? whyNot) : whyNot;
}

const commaSentences: Readonly<Record<string, string>> = {
  [notAmount]: 'Write 1234,56: two decimals, a comma before them.',
  [notDecimal]: 'Write 1234,56: a comma before the decimals.',
};

function readChoice(field: ImportField, text: string, rules: CellRules): CellReading {
  const { choices: source, name } = field;
  if (source === null) return { whyNot: `${name} has no list to choose from.` };
  const found = rules.choices.find(source, text);
  if (found === 'several')
    return { whyNot: `${name}: '${text}' means more than one here. ${clearerName(source)}` };
  if (found === null) {
    if (source.kind === 'list' && rules.createsListValues && isValueList(source, rules))
      return { value: String(rules.choices.create(source, text)) };
    return { whyNot: `${name}: ${notThere(source, text, rules)}` };
  }
  const whyNot = found.id < 0 ? null : whyNotThis(field, source, found.id, rules);
  const value = String(found.id);
  return whyNot === null ? { value } : { whyNot: `${name}: '${text}': ${whyNot}`, meant: value };
}

function readChoices(field: ImportField, text: string, rules: CellRules): CellReading {
  const { choices: source } = field;
  const isOne = source !== null && rules.choices.find(source, text) !== null;
  const separator = text.includes(';') ? ';' : text.includes('|') ? '|' : ',';
  const parts = isOne ? [text] : text.split(separator).filter((part) => part.trim() !== '');
  const ids = new Set<number>();
  let whyNot: string | null = null;
  for (const part of parts) {
    const read = readChoice(field, part.trim(), rules);
    const id = read.whyNot === undefined ? read.value : read.meant;
    if (id === undefined) return read;
    whyNot ??= read.whyNot ?? null;
    ids.add(Number(id));
  }
  const value = JSON.stringify([...ids]);
  if (whyNot !== null) return { whyNot, meant: value };
  return { value: ids.size === 0 ? null : value };
}

function whyNotThis(
  { base }: ImportField,
  source: ChoiceSource,
  id: number,
  rules: CellRules,
): string | null {
  if (base !== null) return whyNotChoice(rules.config, rules.recordType.id, base, id, null);
  if (source.kind !== 'list') return null;
  return whyNotListValue(rules.config, { dataType: 'dropdown', listId: source.listId }, String(id), []);
}

/** A list of users or objects takes what was made for it with care, not what a file happens to say. */
const isValueList = (source: ChoiceSource & { kind: 'list' }, { config }: CellRules): boolean =>
  config.lists.get(source.listId)?.listType === 'Value';

const clearerName = (source: ChoiceSource): string =>
  source.kind === 'user' ? 'Give the email.' : 'Give them different names first.';

function notThere(source: ChoiceSource, text: string, rules: CellRules): string {
  switch (source.kind) {
    case 'status':
      return `${rules.recordType.name} has no status '${text}'.`;
    case 'problemCode':
      return `${rules.recordType.name} has no problem code '${text}'.`;
    case 'user':
      return `nobody here has the name or email '${text}'.`;
    case 'tenant':
      return `there is no company '${text}' to transmit to.`;
    case 'list': {
      const list = rules.config.lists.get(source.listId);
      const way =
        isValueList(source, rules) && !rules.createsListValues
          ? rules.isOnScreen === true
            ? ' An administrator can add it to the list.'
            : ' Import with --create-list-values to add it.'
          : '';
      return `the list ${list?.name ?? ''} has no '${text}'.${way}`;
    }
  }
}
