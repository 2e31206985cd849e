import { useEffect, useState, type ComponentType } from 'react';

/** A part that could not be fetched is asked for again while it is wanted, so many times. */
const retries = { most: 4, afterMs: 2500 };

/** Parts of a module that is loaded when one of them is needed, or when `prepare` says that they will be. */
export function createLate<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;

  async function prepare(): Promise<Module> {
    loaded = await load();
    return loaded;
  }

  /**
   * The part is there at once where its module is; else it comes as soon as it can, and until then nothing stands in its
   * place, or what was given to wait with.
   */
  function part<Props extends object>(
    choose: (module: Module) => ComponentType<Props>,
    Waiting?: ComponentType<Props>,
  ): ComponentType<Props> {
    return function Part(props: Props) {
      // Once mounted it stays what it is: another component would lose what was typed.
      const [There, setThere] = useState(() => (loaded === undefined ? null : choose(loaded)));
      useComing(There === null, async () => {
        const module = await prepare();
        setThere(() => choose(module));
      });
      if (There !== null) return <There {...props} />;
      return Waiting ? <Waiting {...props} /> : null;
    };
  }

  return { prepare, part };
}

function useComing(isAwaited: boolean, fetchPart: () => Promise<void>): void {
  const [failed, setFailed] = useState<{ readonly times: number; readonly with: unknown } | null>(null);
  if (failed !== null && failed.times > retries.most) throw failed.with;
  const times = failed?.times ?? 0;
  useEffect(() => {
    if (!isAwaited) return undefined;
    let isOver = false;
    const begin = () =>
      fetchPart().catch((fault: unknown) => {
        if (!isOver) setFailed({ times: times + 1, with: fault });
      });
    const timer = times === 0 ? undefined : window.setTimeout(begin, retries.afterMs);
    if (times === 0) void begin();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- fetchPart is another at each render, and does the same
  }, [isAwaited, times]);
}
