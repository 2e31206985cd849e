import { useEffect, useState, type ComponentType } from 'react';
import { RequestFailure } from '../platform/request-failure.ts';
import { ErrorAlert } from './error-alert.tsx';

/** A part that could not be fetched is asked for again while it is wanted, so many times. */
const retries = { most: 4, afterMs: 2500 };
const notFetched = new RequestFailure('UNAVAILABLE', 'Check your connection, and try again.');

/** Parts of a module that is loaded when one of them is needed, or when `prepare` says that they will be. */
export function createLate<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;

  async function prepare(): Promise<Module> {
    loaded = await load();
    return loaded;
  }

  /**
   * The part is there at once where its module is; else it comes as soon as it can, and until then nothing stands in its
   * place, or what was given to wait with. Where it does not come at all that is said there, and the page around it stays.
   */
  function part<Props extends object>(
    choose: (module: Module) => ComponentType<Props>,
    Waiting?: ComponentType<Props>,
  ): ComponentType<Props> {
    return function Part(props: Props) {
      // Once mounted it stays what it is: another component would lose what was typed.
      const [There, setThere] = useState(() => (loaded === undefined ? null : choose(loaded)));
      const retry = useComing(There === null, async () => {
        const module = await prepare();
        setThere(() => choose(module));
      });
      if (There !== null) return <There {...props} />;
      if (retry !== null)
        return <ErrorAlert failure={notFetched} title="This part could not be loaded" onRetry={retry} />;
      return Waiting ? <Waiting {...props} /> : null;
    };
  }

  return { prepare, part };
}

/** Once it was asked for often enough: asks anew. Null before. */
function useComing(isAwaited: boolean, fetchPart: () => Promise<void>) {
  /** How often it could not be fetched. */
  const [times, setTimes] = useState(0);
  const isGivenUp = times > retries.most;
  useEffect(() => {
    if (!isAwaited || isGivenUp) return undefined;
    let isOver = false;
    const begin = () =>
      fetchPart().catch(() => {
        if (!isOver) setTimes(times + 1);
      });
    const timer = times === 0 ? undefined : window.setTimeout(begin, retries.afterMs);
    if (times === 0) void begin();
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- fetchPart is another at each render, and does the same
  }, [isAwaited, times, isGivenUp]);
  return isGivenUp ? () => setTimes(0) : null;
}
