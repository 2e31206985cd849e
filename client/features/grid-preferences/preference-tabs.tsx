// The grid preferences as tabs: one click apart, by the arrows one key. What does not fit is under "N more".
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './preference-tabs.module.css';

export type PreferenceTab = {
  readonly key: string;
  readonly name: string;
  readonly isOfRole: boolean;
  readonly isChosen: boolean;
  readonly choose: () => void;
};

type PreferenceTabsProps = {
  tabs: readonly PreferenceTab[];
  /** Of the chosen one. */
  isChanged: boolean;
  /** Behind the tabs: those that did not fit, and what can be done. */
  children: (hiddenCount: number) => ReactNode;
};

/** Pixels for what stands behind the tabs. */
const roomBehind = 320;

export function PreferenceTabs({ tabs, isChanged, children }: PreferenceTabsProps) {
  const frame = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(tabs.length);
  // To measure lays the page out: only when what is measured is another, and not whenever the tabs are drawn.
  const measured = JSON.stringify([
    isChanged,
    tabs.map(({ name, isOfRole, isChosen }) => [name, isOfRole, isChosen]),
  ]);
  useLayoutEffect(() => {
    const measure = () => {
      const room = frame.current!.clientWidth - roomBehind;
      let width = 0;
      const widths = [...ruler.current!.children].map((tab) => (tab as HTMLElement).offsetWidth);
      const count = widths.findIndex((each) => (width += each) > Math.max(0, room));
      setFitting(count < 0 ? widths.length : Math.max(1, count));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, [measured]);

  const shown = withChosen(tabs, fitting);
  const [focused, setFocused] = useState<string | null>(null);
  const isStop = (tab: PreferenceTab) =>
    shown.some(({ key }) => key === focused) ? tab.key === focused : tab.isChosen;

  function onKeyDown(event: KeyboardEvent) {
    const all = [...list.current!.querySelectorAll<HTMLElement>('[role=tab]')];
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  }

  const look = (tab: PreferenceTab) => (
    <>
      {tab.isOfRole && <Icon name="lock" size={14} />}
      {tab.isChosen && isChanged && <span className={styles.dot} data-testid="unsaved" />}
      <span className={styles.name}>{tab.name}</span>
    </>
  );
  return (
    <div ref={frame} className={styles.frame}>
      <div ref={ruler} className={styles.ruler} aria-hidden="true">
        {tabs.map((tab) => (
          <span key={tab.key} className={styles.tab}>
            {tab.isOfRole && <Icon name="lock" size={14} />}
            {tab.isChosen && isChanged && <span className={styles.dot} />}
            <span className={styles.name}>{tab.name}</span>
          </span>
        ))}
      </div>
      <div
        ref={list}
        role="tablist"
        aria-label="Grid preferences"
        tabIndex={-1}
        className={styles.tabs}
        onKeyDown={onKeyDown}
      >
        {shown.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            aria-selected={tab.isChosen}
            tabIndex={isStop(tab) ? 0 : -1}
            className={styles.tab}
            title={tab.name}
            onFocus={() => setFocused(tab.key)}
            onBlur={() => setFocused(null)}
            onClick={tab.choose}
          >
            {look(tab)}
            {tab.isChosen && isChanged && <VisuallyHidden>, changed</VisuallyHidden>}
            {tab.isOfRole && <VisuallyHidden>, set by an administrator</VisuallyHidden>}
          </button>
        ))}
      </div>
      <div className={styles.behind}>{children(tabs.length - shown.length)}</div>
    </div>
  );
}

/** Those that fit, in their order; the chosen one is always among them. */
function withChosen(tabs: readonly PreferenceTab[], count: number): readonly PreferenceTab[] {
  const first = tabs.slice(0, count);
  const chosen = tabs.find(({ isChosen }) => isChosen);
  return chosen === undefined || first.includes(chosen) ? first : [...first.slice(0, -1), chosen];
}
