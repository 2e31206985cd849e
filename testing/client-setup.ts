import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll } from 'vitest';
import { prepareOpenedParts } from '../client/ui/late-parts.tsx';

// What findBy and waitFor allow. To end what hangs, and no measure of anything: the library's own second is too short
// on a machine that is busy with other things.
configure({ asyncUtilTimeout: 30_000 });

// The library does this by itself only where test functions are globals.
afterEach(cleanup);

// As soon as a page stands, people have them too; late-parts.test.tsx has the press before.
beforeAll(async () => void (await prepareOpenedParts()), 60_000);

// No width or pointer that is asked for: jsdom has no screen.
window.matchMedia ??= () =>
  ({ matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
