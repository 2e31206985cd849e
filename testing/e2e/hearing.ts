import type { Page } from '@playwright/test';

/** Resolves when the page is told of changes. */
export const hearing = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"ok":true')) resolve();
      }),
    );
  });
