// Tabs over a pane: one stop of Tab, left and right along them.
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { focusIfLost } from './focus-if-lost.ts';
import { Icon, type IconName } from './icons.tsx';
import styles from './pane-tabs.module.css';

export type PaneTab = {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  readonly count?: number | undefined;
  /** In the place of the count, where something is new to the person: '1 new'. */
  readonly news?: string | undefined;
  readonly render: () => ReactNode;
};

type PaneTabsProps = {
  /** Names the tabs. */
  label: string;
  tabs: readonly PaneTab[];
  /** The one that is shown. */
  chosen: string;
  onChoose: (id: string) => void;
  /** Where there is little room the others are icons, with their names for who listens and who points. */
  areIcons?: boolean;
  /** Over the tabs' content, at the right of the tabs. */
  aside?: ReactNode;
};

/** How much of the neighbours of the chosen tab is seen at least. */
const edgePx = 28;

export function PaneTabs({ label, tabs, chosen, onChoose, areIcons = false, aside }: PaneTabsProps) {
  const id = useId();
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  const row = useRef<HTMLDivElement>(null);
  const currentId = current?.id;
  const shownId = useRef(currentId);
  // Where not all fit, the chosen one is in sight, with the edge of the next beside it. By the row alone: the page
  // that it stands in keeps its place.
  useLayoutEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (row.current === null || tab == null) return;
    // A key may choose another tab from within the one that goes away.
    if (shownId.current !== currentId) focusIfLost(tab);
    shownId.current = currentId;
    const { offsetLeft, offsetWidth } = tab;
    const before = offsetLeft - edgePx;
    const after = before + offsetWidth + 2 * edgePx - row.current.clientWidth;
    if (row.current.scrollLeft > before) row.current.scrollLeft = before;
    else if (row.current.scrollLeft < after) row.current.scrollLeft = after;
  }, [currentId]);
  if (current === undefined) return null;

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = [...event.currentTarget.children].indexOf(event.target as Element);
    if (at === -1) return;
    const next = {
      ArrowLeft: at === 0 ? tabs.length - 1 : at - 1,
      ArrowRight: (at + 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(tabs[next]!.id);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <div className={styles.pane}>
      <div className={styles.head}>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
        <div ref={row} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
          {tabs.map((tab) => {
            const isChosen = tab === current;
            const isIcon = areIcons && !isChosen;
            return (
              <button
                key={tab.id}
                id={`${id}-${tab.id}`}
                type="button"
                role="tab"
                aria-selected={isChosen}
                aria-controls={isChosen ? `${id}-panel` : undefined}
                tabIndex={isChosen ? 0 : -1}
                className={styles.tab}
                title={isIcon ? tab.title : undefined}
                onClick={() => onChoose(tab.id)}
              >
                {isIcon ? (
                  <>
                    <Icon name={tab.icon} />
                    <span className="rh-visually-hidden">{tab.title}</span>
                  </>
                ) : (
                  tab.title
                )}
                {tab.news !== undefined ? (
                  <span className={styles.news}>{tab.news}</span>
                ) : (
                  tab.count !== undefined &&
                  tab.count > 0 && <span className={styles.count}>{tab.count}</span>
                )}
              </button>
            );
          })}
        </div>
        {aside}
      </div>
      <div
        key={current.id}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${current.id}`}
        tabIndex={0}
        className={styles.content}
      >
        {current.render()}
      </div>
    </div>
  );
}
