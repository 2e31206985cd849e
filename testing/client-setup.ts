import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { prepareOpenedParts } from '../client/ui/late-parts.tsx';

// What findBy and waitFor allow. To end what hangs, and no measure of anything: the library's own second is too short
// on a machine that is busy with other things.
configure({ asyncUtilTimeout: 30_000 });

// The library does this by itself only where test functions are globals.
afterEach(cleanup);

// The next file is run by the same modules, and stubs what it needs itself.
afterAll(() => void vi.unstubAllGlobals());

// As soon as a page stands, people have them too; late-parts.test.tsx has the press before.
beforeAll(async () => void (await prepareOpenedParts()), 60_000);

// No width or pointer that is asked for: jsdom has no screen.
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;

// Nor does anything in it get another size.
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
