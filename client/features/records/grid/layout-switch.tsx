import { Icon } from '../../../ui/icons.tsx';
import { Tip } from '../../../ui/tip.tsx';
import { iconOf } from './action-button.tsx';
import { layoutActions, type GridActionContext } from './grid-actions.ts';
import styles from './layout-switch.module.css';

/** The records as rows, as a board or as a calendar. */
export function LayoutSwitch({ context }: { context: GridActionContext }) {
  const offered = layoutActions.filter(({ isOffered }) => isOffered?.(context) !== false);
  if (offered.length < 2) return null;
  return (
    <div role="group" aria-label="Show as" className={styles.switch}>
      {offered.map((action) => {
        const whyNot = action.whyNot?.(context) ?? null;
        return (
          <Tip key={action.id} title={whyNot ?? ''} describeChild>
            <button
              type="button"
              className={styles.one}
              aria-pressed={action.isOn?.(context)}
              aria-disabled={whyNot === null ? undefined : true}
              onClick={() => {
                if (whyNot === null) action.run(context);
              }}
            >
              <Icon name={iconOf(action, context)} size={16} />
              <span className={styles.word}>{action.label(context)}</span>
            </button>
          </Tip>
        );
      })}
    </div>
  );
}
