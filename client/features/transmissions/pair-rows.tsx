import { nameDataType } from '@rowhouse/domain/record-types/rules.ts';
import { whyNotPair } from '@rowhouse/domain/transmissions/rules.ts';
import { sayAbsence } from '@rowhouse/domain/transmissions/absent-field.ts';
import type { OfferedItem, TransmissionField } from '@rowhouse/domain/transmissions/setup.ts';
import { OptionPicker } from '../../ui/inputs/option-picker.tsx';
import type { OfferedMapping } from './api.ts';
import { untranslated, type ApprovalDraft } from './approval-draft.ts';
import { choicesOf, fieldOptions } from './field-choices.tsx';
import styles from './transmissions.module.css';

type PairRowsProps = {
  offer: OfferedMapping;
  fields: readonly TransmissionField[];
  draft: ApprovalDraft;
  onChange: (given: Partial<ApprovalDraft>) => void;
};

/** Theirs at the left, ours at the right; under a pair of choices those of theirs that have no namesake here. */
export function PairRows({ offer, fields, draft, onChange }: PairRowsProps) {
  return (
    <ul className={styles.pairs} aria-label="Fields">
      {offer.items.map((item) => (
        <li key={item.number} className={styles.pair}>
          <div className={styles.theirs}>
            <span>{item.name}</span>
            <span className={styles.quiet}>{sayKind(item)}</span>
          </div>
          <OptionPicker
            label={`${item.name} goes into`}
            hideLabel
            placeholder="Not taken"
            options={fieldOptions(fields.filter((field) => whyNotPair(item, field) === null))}
            value={draft.pairs[item.number] ?? ''}
            {...(draft.pairs[item.number] === undefined && hintOf(item, offer))}
            onChange={(key) => onChange({ pairs: { ...draft.pairs, [item.number]: key } })}
          />
          <Translations
            item={item}
            field={fields.find(({ key }) => key === draft.pairs[item.number])}
            names={draft.translations[item.number] ?? {}}
            onChange={(names) => onChange({ translations: { ...draft.translations, [item.number]: names } })}
          />
        </li>
      ))}
    </ul>
  );
}

/** Until something is chosen in its place. */
function hintOf({ number }: OfferedItem, { acceptance }: OfferedMapping): { hint?: string } {
  const absence = acceptance?.pairs.find(({ item }) => item === number)?.absence;
  return absence == null
    ? {}
    : { hint: `The field that took it is ${sayAbsence[absence]}. Approving it now leaves it out.` };
}

function sayKind({ dataType, isLine, isRecordFile }: OfferedItem): string {
  if (isRecordFile === true) return 'one PDF';
  return `${nameDataType(dataType)}${isLine ? ', of lines' : ''}`;
}

type TranslationsProps = {
  item: OfferedItem;
  field: TransmissionField | undefined;
  names: Readonly<Record<string, string>>;
  onChange: (names: Readonly<Record<string, string>>) => void;
};

function Translations({ item, field, names, onChange }: TranslationsProps) {
  // What was translated before stays in sight, though they may call nothing so any more.
  const rows = [...new Set([...untranslated(item, field), ...Object.keys(names)])];
  if (field?.choices == null || rows.length === 0) return null;
  return (
    <ul className={styles.translations} aria-label={`Choices of ${item.name} that have no namesake`}>
      {rows.map((theirs) => (
        <li key={theirs}>
          <span>{theirs}</span>
          <OptionPicker
            label={`${item.name} ${theirs} is called`}
            hideLabel
            placeholder="No counterpart"
            options={choicesOf(field)}
            value={names[theirs] ?? ''}
            onChange={(ours) => onChange({ ...names, [theirs]: ours })}
          />
        </li>
      ))}
    </ul>
  );
}
