import { findBaseField } from '@rowhouse/domain/fields/base-fields.ts';
import { ListEditor } from './cells/list-editor.tsx';
import { chipToneOf } from './chip-tone.ts';
import { choiceActs } from './choice-acts.ts';
import { lateInput } from './late-inputs.ts';
import styles from './rendered.module.css';
import { holdsUsers, noOptions } from './value-field.ts';
import { widestColumn, type Render, type ValueView } from './value-view.ts';

export const chip: Render = (text) => (
  <span className={styles.chip} data-tone={chipToneOf(text)}>
    {text}
  </span>
);

const initialsOf = (name: string): string => {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = words.length > 1 ? [words[0]![0], words.at(-1)![0]] : [...(words[0] ?? '')].slice(0, 2);
  return letters.join('').toUpperCase();
};

const person: Render = (text) => (
  <>
    <span className={styles.initials} aria-hidden="true">
      {initialsOf(text)}
    </span>
    {text}
  </>
);

/** Lists often have a value for none: it says as little as an empty cell, and is as quiet. */
const saysNone = /^(none|n\/a|-|–|—)$/i;

export const quietNone =
  (render: Render): Render =>
  (text) =>
    saysNone.test(text) ? <span className={styles.none}>{text}</span> : render(text);

const name: Render = (text) => text;

export const choiceView: ValueView = {
  FormEditor: lateInput(({ ChoiceForm }) => ChoiceForm),
  CellEditor: ({ field, options, onAsk, ...props }) => (
    <ListEditor
      {...props}
      options={options ?? noOptions}
      isLoading={options === undefined}
      acts={onAsk === undefined ? [] : choiceActs(field, options, props.value, () => onAsk())}
    />
  ),
  FilterEditor: lateInput(({ ChoiceFilter }) => ChoiceFilter),
  FilterListEditor: lateInput(({ ChoiceFilterList }) => ChoiceFilterList),
  render(field) {
    if (findBaseField(field.key)?.relation === 'status') return quietNone(chip);
    return quietNone(holdsUsers(field) ? person : name);
  },
  kind: 'text',
  width: 192,
  widest: widestColumn,
};

export const plainChoice = quietNone(name);
