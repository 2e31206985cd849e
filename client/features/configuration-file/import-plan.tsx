import Button from '@mui/material/Button';
import { partNames } from '@rowhouse/domain/configuration-file/format.ts';
import { titleOfPart } from '@rowhouse/domain/configuration-file/say-parts.ts';
import { useState } from 'react';
import { Select } from '../../ui/inputs/select.tsx';
import { stickyBar } from '../../ui/sticky-bar.ts';
import type { Comparison, Difference } from './api.ts';
import styles from './configuration-file.module.css';
import { DifferenceRow } from './difference-row.tsx';
import { OnlyHere } from './only-here.tsx';
import { isChoosable } from './use-configuration-import.ts';
import type { useConfigurationImport } from './use-configuration-import.ts';

type ImportPlanProps = { importing: ReturnType<typeof useConfigurationImport>; comparison: Comparison };

const shown: Readonly<Record<string, (one: Difference) => boolean>> = {
  all: () => true,
  new: ({ state }) => state === 'NEW',
  changed: ({ state }) => state === 'CHANGED',
  asked: ({ state }) => state === 'ASKED',
};

/** The differences by part, each with its tick. */
export function ImportPlan({ importing, comparison }: ImportPlanProps) {
  const { state, choose, chooseAll, takeAway, answer, apply } = importing;
  const [filter, setFilter] = useState('all');
  const { differences, sameCount, left } = comparison;
  const asked = differences.filter(shown['asked']!);
  const possible = differences.filter(isChoosable).map(({ key }) => key);
  const count = (kind: string) => differences.filter(shown[kind]!).length.toLocaleString('en-US');
  const titles = new Map(differences.map(({ key, title }) => [key, title]));
  const rows = differences.filter(shown[filter] ?? (() => true));
  const chosenCount = state.chosen.size + state.takenAway.size;
  if (differences.length === 0 && left.length === 0)
    return (
      <p role="status">
        Nothing differs: all that the file names is here already as it is there
        {sameCount > 0 && ` (${sayCount(sameCount, 'thing')})`}.
      </p>
    );
  return (
    <div className={styles.plan}>
      <div className={styles.planHead}>
        <p role="status">
          {differences.length === 0
            ? 'Nothing that the file names differs.'
            : `${sayCount(differences.length, 'difference')}.`}
          {sameCount > 0 && ` ${sayCount(sameCount, 'thing')} the same.`}
          {asked.length > 0 && ` ${sayCount(asked.length, 'question')} to answer first.`}
          {' What is chosen comes in whole or not at all, in one step.'}
        </p>
        <div className={styles.buttons}>
          {differences.length > 0 && (
            <Select
              aria-label="Differences shown"
              value={filter}
              onChange={(event) => setFilter(event.target.value)}
            >
              <option value="all">{`All (${count('all')})`}</option>
              <option value="new">{`New (${count('new')})`}</option>
              <option value="changed">{`Changed (${count('changed')})`}</option>
              <option value="asked">{`To answer (${count('asked')})`}</option>
            </Select>
          )}
          {possible.length > 0 && (
            <Button
              variant="text"
              onClick={() => chooseAll(state.chosen.size === possible.length ? [] : possible)}
            >
              {state.chosen.size === possible.length ? 'Choose none' : 'Choose all'}
            </Button>
          )}
        </div>
      </div>
      {asked.length > 1 && (
        <Button variant="text" onClick={() => void answer(asked.map(({ key }) => ({ key, name: null })))}>
          All of the {asked.length} asked about are new
        </Button>
      )}
      {partNames.map((part) => {
        const ofPart = rows.filter((one) => one.part === part);
        if (ofPart.length === 0) return null;
        return (
          <section key={part} aria-label={titleOfPart(part)}>
            <h3 className={styles.part}>{titleOfPart(part)}</h3>
            <ul className={styles.rows}>
              {ofPart.map((one) => (
                <DifferenceRow
                  key={one.key}
                  difference={one}
                  isChosen={state.chosen.has(one.key)}
                  needs={one.needs.flatMap((key) => titles.get(key) ?? [])}
                  onChoose={(isOn) => choose(one.key, isOn)}
                  onAnswer={(name) => void answer([{ key: one.key, name }])}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <OnlyHere left={left} takenAway={state.takenAway} onTakeAway={takeAway} />
      <div ref={stickyBar} className={styles.bar} data-sticky-bar>
        <p>
          {differences.length > 0 && `${state.chosen.size} of ${differences.length} chosen. `}
          {state.takenAway.size > 0 && `${sayCount(state.takenAway.size, 'thing')} only here switched off.`}
        </p>
        <Button variant="contained" disabled={chosenCount === 0 || state.isBusy} onClick={() => void apply()}>
          {`Apply ${sayCount(chosenCount, 'change')}`}
        </Button>
      </div>
    </div>
  );
}

const sayCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
