// The tooltip of what stands on a first screen. What watches the pointer and the focus is here; what is seen comes with the
// parts that open (late-parts.tsx), and is drawn and placed as every other tooltip.
import { cloneElement, useEffect, useId, useState, type FocusEvent, type PointerEvent } from 'react';
import type { DOMAttributes, HTMLAttributes, ReactElement } from 'react';
import { TipBubble } from './late-parts.tsx';

/** In milliseconds, as MUI's tooltips have them. */
const delays = { rest: 100, press: 700, afterPress: 1500, leave: 30 };

type TipProps = {
  /** Nothing is shown for an empty one. */
  title: string;
  /** The title says more about what has a name; otherwise it is the name. */
  describeChild?: boolean;
  /** Beside the element and not at the end of its landmark. */
  isBeside?: boolean;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
};

export function Tip({ title, describeChild = false, isBeside = false, children }: TipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isWanted, setWanted] = useState(false);
  const [timer] = useState(createTimer);
  const isOpen = isWanted && title !== '';
  useEffect(() => timer.stop, [timer]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setWanted(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);

  const after = (ms: number, want: boolean) => timer.start(() => setWanted(want), ms);
  const openAt = (place: HTMLElement, ms: number) => {
    setAnchor(place);
    after(ms, true);
  };
  const own: DOMAttributes<HTMLElement> = {
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) =>
      pointerType !== 'touch' && openAt(currentTarget, delays.rest),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && after(delays.leave, false),
    onPointerDown: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) =>
      pointerType === 'touch' && openAt(currentTarget, delays.press),
    onPointerUp: ({ pointerType }: PointerEvent) => pointerType === 'touch' && endPress(),
    onPointerCancel: ({ pointerType }: PointerEvent) => pointerType === 'touch' && endPress(),
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) =>
      target.matches(':focus-visible') && openAt(currentTarget, delays.rest),
    onBlur: () => after(0, false),
  };
  /** A finger that did not rest was no question; one that did reads for a while. */
  function endPress() {
    timer.stop();
    if (isWanted) after(delays.afterPress, false);
  }
  const named = describeChild
    ? { title: isOpen || title === '' ? undefined : title, 'aria-describedby': isOpen ? id : undefined }
    : { 'aria-label': title };
  return (
    <>
      {cloneElement(children, { ...named, ...children.props, ...both(children.props, own) })}
      {anchor !== null && (
        <TipBubble
          id={id}
          anchor={anchor}
          isOpen={isOpen}
          isBeside={isBeside}
          title={title}
          onEnter={() => after(0, true)}
          onLeave={() => after(delays.leave, false)}
        />
      )}
    </>
  );
}

function createTimer() {
  let running: number | undefined;
  const stop = (): void => window.clearTimeout(running);
  return {
    stop,
    start(act: () => void, ms: number): void {
      stop();
      running = window.setTimeout(act, ms);
    },
  };
}

type Handlers = Record<string, ((event: unknown) => unknown) | undefined>;

/** What the element does by itself comes first. */
function both(ofChild: object, own: object): object {
  const theirs = ofChild as Handlers;
  return Object.fromEntries(
    Object.entries(own as Handlers).map(([name, listen]) => [
      name,
      (event: unknown) => {
        theirs[name]?.(event);
        listen?.(event);
      },
    ]),
  );
}
