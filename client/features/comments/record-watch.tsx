import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { useScreenKeys } from '../../ui/screen-keys/screen-keys.ts';
import { useObserved } from '../../platform/observed.ts';
import type { Reading } from './api.ts';
import type { CommentTalk } from './comment-talk.ts';
import styles from './record-watch.module.css';
import { watchKeys } from './watch-keys.ts';

type Level = Reading['watchLevel'];

const levels: Readonly<Record<Level, { word: string; says: string }>> = {
  WATCHING: { word: 'All', says: 'You are told of every comment and every change of this record.' },
  MENTIONS: { word: 'Mentions', says: 'You are told of comments that name you.' },
  MUTED: { word: 'Muted', says: 'You are told only when the record is assigned to you.' },
};
const order = Object.keys(levels) as Level[];

function useWatch(talk: CommentTalk) {
  const level = useObserved(talk).reading?.watchLevel ?? 'MENTIONS';
  const change = useMutation({
    mutationFn: (next: Level) => talk.setWatch(next),
    onError: (failure) => snackbars.error(toSentence(failure)),
  });
  return { level: change.isPending ? change.variables : level, change };
}

/** W on the whole page, also while the comments are not shown. */
export function useWatchKey(talk: CommentTalk): void {
  const { level, change } = useWatch(talk);
  useScreenKeys(watchKeys, {
    watch() {
      const next = order[(order.indexOf(level) + 1) % order.length] ?? 'MENTIONS';
      change.mutate(next, { onSuccess: () => snackbars.info(`${levels[next].word}: ${levels[next].says}`) });
    },
  });
}

/** Of what in the record one wants to be told. */
export function RecordWatch({ talk }: { talk: CommentTalk }) {
  const { level, change } = useWatch(talk);
  const id = useId();
  return (
    <fieldset className={styles.watch} aria-describedby={`${id}-says`}>
      <legend className={styles.legend}>Tell me of</legend>
      <div className={styles.levels}>
        {order.map((one) => (
          <label key={one} className={styles.level} title={levels[one].says}>
            <input
              type="radio"
              name={`${id}-level`}
              checked={one === level}
              onChange={() => change.mutate(one)}
            />
            <span>{levels[one].word}</span>
          </label>
        ))}
      </div>
      <span id={`${id}-says`} className="rh-visually-hidden">
        {levels[level].says}
      </span>
    </fieldset>
  );
}
