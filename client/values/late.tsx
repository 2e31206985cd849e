import { lazy, Suspense, useState, type ComponentType } from 'react';

/** Parts of a module that is loaded when one of them is needed, or when `prepare` says that they will be. */
export function createLate<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;

  async function prepare(): Promise<Module> {
    loaded = await load();
    return loaded;
  }

  /** The part is there at once where its module is; else it comes as soon as it can. */
  function part<Props extends object>(
    choose: (module: Module) => ComponentType<Props>,
  ): ComponentType<Props> {
    const Coming = lazy(async () => ({ default: choose(await prepare()) }));
    return function Part(props: Props) {
      // Once mounted it stays what it is: another component would lose what was typed.
      const [There] = useState(() => (loaded === undefined ? null : choose(loaded)));
      if (There !== null) return <There {...props} />;
      return (
        <Suspense fallback={null}>
          <Coming {...props} />
        </Suspense>
      );
    };
  }

  return { prepare, part };
}
