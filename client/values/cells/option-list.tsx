import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { labelOf, mayChoose, type Option } from '../../ui/inputs/option.ts';
import styles from './cell-editors.module.css';

type OptionListProps = {
  id: string;
  label: string;
  options: readonly Option[];
  /** How many more there are than are shown. */
  more: number;
  isLoading: boolean;
  markedId: string | undefined;
  chosenIds: readonly string[];
  /** The last of the options are acts: so many. */
  acts?: number;
  takesMany?: boolean;
  onChoose: (option: Option) => void;
};

/** The list under an editor. The focus stays in the editor, which tells which option is marked. */
export function OptionList(props: OptionListProps) {
  const {
    id,
    label,
    options,
    more,
    isLoading,
    markedId,
    chosenIds,
    acts = 0,
    takesMany = false,
    onChoose,
  } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'nearest' });
  }, [markedId]);
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={takesMany || undefined}
        className={styles.list}
      >
        {options.map((option, at) => {
          const isAct = at >= options.length - acts;
          const isChosen = !isAct && chosenIds.includes(option.id);
          return (
            // The editor hears the keys; a click must not take the focus from it.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the editor hears the keys
            <div
              key={option.id}
              id={`${id}-${option.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={isChosen}
              aria-checked={option.ticked}
              aria-disabled={(!mayChoose(option) && !isChosen) || undefined}
              data-act={isAct || undefined}
              data-marked={option.id === markedId || undefined}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
            >
              {takesMany && !isAct && (
                <span className={styles.check}>{isChosen && <Icon name="check" size={16} />}</span>
              )}
              {option.ticked === undefined ? (
                <span className={styles.words}>
                  {labelOf(option)}
                  {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
                  {option.whyNot !== undefined && <span className={styles.detail}>{option.whyNot}</span>}
                </span>
              ) : (
                <span className={styles.tick}>
                  <span className={styles.check}>{option.ticked && <Icon name="check" size={14} />}</span>
                  {option.name}
                </span>
              )}
              {!takesMany && isChosen && <Icon name="check" size={16} />}
            </div>
          );
        })}
      </div>
      {options.length === acts && (
        <p className={styles.hint} role="status">
          {isLoading ? 'Loading' : 'Nothing in the list matches'}
        </p>
      )}
      {more > 0 && <p className={styles.hint}>{`and ${more} more: type to narrow`}</p>}
    </>
  );
}
