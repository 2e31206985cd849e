// The transitions of a type: what leads where, drawn and as a list, and the chosen one beside it.
import Button from '@mui/material/Button';
import {
  findDeadEnds,
  findUnreachable,
  nothingBegins,
  sayDeadEnd,
  sayUnreachable,
} from '@rowhouse/domain/status-paths/path-shape.ts';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { FieldFrame } from '../../ui/inputs/field-frame.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import type { Design, RecordTypes } from './api.ts';
import { addPart, dropPart, newPart, setPart, type DesignDraft, type Part } from './design-draft.ts';
import { PathPicture } from './path-picture.tsx';
import { RuleList, useKeptFocus } from './rule-list.tsx';
import { conditionsOf, plainTransition, rolesOf, type TransitionValues } from './transition-draft.ts';
import { TransitionInspector } from './transition-inspector.tsx';
import styles from './transitions.module.css';

type TransitionsEditorProps = {
  draft: DesignDraft;
  design: Design;
  roles: RecordTypes['roles'];
  fault: string | null;
  onChange: (change: Pick<DesignDraft, 'transitions'>) => void;
};

export function TransitionsEditor({ draft, design, roles, fault, onChange }: TransitionsEditorProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { transitions } = draft;
  const statuses = draft.statuses.parts
    .filter(({ values }) => values.enabled)
    .map(({ key, values }) => ({ key, name: values.name, closes: values.closes }));
  const nameOf = (key: string) =>
    key === '' ? 'New' : (draft.statuses.parts.find((one) => one.key === key)?.values.name ?? '');
  const shown = transitions.parts.filter(({ values }) => values.enabled);
  const part = shown.find(({ key }) => key === chosen);
  const section = useKeptFocus(chosen, shown.length);

  function add(from: string, to: string) {
    const first =
      draft.statuses.parts.find(({ values }) => values.enabled && values.isFirst) ?? draft.statuses.parts[0];
    const begins = shown.length === 0 && from !== '' && first !== undefined;
    const made = newPart(plainTransition(from, to));
    // A path without a beginning would let nobody make a record.
    const beginning = begins ? [newPart(plainTransition('', first.key))] : [];
    onChange({ transitions: [...beginning, made].reduce(addPart<TransitionValues>, transitions) });
    setChosen(made.key);
    // Its button is closed until another one is chosen.
    requestAnimationFrame(() =>
      section.current?.querySelector<HTMLElement>('li[data-chosen] > button')?.focus(),
    );
  }
  function remove(one: Part<TransitionValues>) {
    onChange({
      transitions:
        one.id === null ? dropPart(transitions, one.key) : setPart(transitions, one.key, { enabled: false }),
    });
    setChosen(null);
  }
  return (
    <section ref={section} className={styles.transitions} aria-label="Transitions">
      <h2 className={styles.title}>Transitions</h2>
      {shown.length === 0 ? (
        <p className={styles.quiet}>
          None: every status may follow every other. With the first one, only what is listed here is allowed.
        </p>
      ) : (
        <PathPicture statuses={statuses} ways={shown.map(({ values }) => values)} />
      )}
      <ShapeNotice statuses={statuses} ways={shown.map(({ values }) => values)} />
      {fault !== null && (
        <p role="alert" className={styles.notice}>
          {fault}
        </p>
      )}
      <AddTransition statuses={statuses} ways={shown.map(({ values }) => values)} onAdd={add} />
      <RuleList
        label="Transitions"
        parts={shown}
        chosen={chosen}
        onChoose={setChosen}
        onRemove={remove}
        titleOf={({ from, to }) => `${nameOf(from)} → ${nameOf(to)}`}
        noteOf={(values) => noteOf(values, roles)}
        inspector={
          part && (
            <TransitionInspector
              key={part.key}
              title={`${nameOf(part.values.from)} to ${nameOf(part.values.to)}`}
              values={part.values}
              design={design}
              roles={roles}
              onSet={(change) => onChange({ transitions: setPart(transitions, part.key, change) })}
              onRemove={() => remove(part)}
            />
          )
        }
      />
    </section>
  );
}

function noteOf(values: TransitionValues, roles: RecordTypes['roles']): string {
  const names = rolesOf(values).map(
    (id) => roles.find((role) => role.id === id)?.name ?? 'A role that is gone',
  );
  const conditions = conditionsOf(values).length;
  return [
    names.length === 0 ? 'Every role' : names.join(', '),
    ...(values.creator === 'ONLY_CREATOR' ? ['only the creator'] : []),
    ...(values.creator === 'NOT_CREATOR' ? ['not the creator'] : []),
    ...(conditions === 0 ? [] : [conditions === 1 ? 'one condition' : `${conditions} conditions`]),
    ...(values.needsComment ? ['with a comment'] : []),
  ].join(' · ');
}

type Status = { readonly key: string; readonly name: string; readonly closes: boolean };
type Ways = readonly Pick<TransitionValues, 'from' | 'to'>[];

/** What cannot be reached and what cannot be left; it may be saved so. */
function ShapeNotice({ statuses, ways }: { statuses: readonly Status[]; ways: Ways }) {
  const idOf = (key: string) => statuses.findIndex((status) => status.key === key) + 1;
  const steps = ways.map(({ from, to }) => ({
    fromStatusId: from === '' ? null : idOf(from),
    toStatusId: idOf(to),
  }));
  const ids = statuses.map(({ key }) => idOf(key));
  const nameOf = (id: number) => statuses[id - 1]?.name ?? '';
  const closing = new Set(statuses.filter(({ closes }) => closes).map(({ key }) => idOf(key)));
  const sentences =
    ways.length > 0 && !ways.some(({ from }) => from === '')
      ? [nothingBegins]
      : [
          ...findUnreachable(ids, steps).map((id) => sayUnreachable(nameOf(id))),
          ...findDeadEnds(ids, steps, closing).map((id) => sayDeadEnd(nameOf(id))),
        ];
  return sentences.length === 0 ? null : (
    <ul className={styles.notice} aria-label="About the path">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

type AddTransitionProps = {
  statuses: readonly Status[];
  ways: Ways;
  onAdd: (from: string, to: string) => void;
};

function AddTransition({ statuses, ways, onAdd }: AddTransitionProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const isThere = ways.some((way) => way.from === from && way.to === to);
  const known = (key: string) => statuses.some((status) => status.key === key);
  const mayAdd = known(to) && (from === '' || known(from)) && from !== to && !isThere;
  return (
    <div className={styles.adding}>
      <StatusSelect label="From" none="New record" statuses={statuses} value={from} onSet={setFrom} />
      <StatusSelect label="To" none="Choose" statuses={statuses} value={to} onSet={setTo} />
      <Button
        variant="outlined"
        startIcon={<Icon name="plus" />}
        disabled={!mayAdd}
        onClick={() => {
          onAdd(from, to);
          setFrom(to);
          setTo('');
        }}
      >
        Add transition
      </Button>
    </div>
  );
}

type StatusSelectProps = {
  label: string;
  none: string;
  statuses: readonly Status[];
  value: string;
  onSet: (key: string) => void;
};

const StatusSelect = ({ label, none, statuses, value, onSet }: StatusSelectProps) => (
  <FieldFrame label={label}>
    {(framed) => (
      <Select {...framed} value={value} onChange={(event) => onSet(event.currentTarget.value)}>
        <option value="">{none}</option>
        {statuses.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    )}
  </FieldFrame>
);
