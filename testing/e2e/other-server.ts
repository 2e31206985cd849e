/** A server of the journeys' installation at an address of its own, which can be killed and started again. */
export type OtherServer = { readonly url: string; kill(): Promise<void>; startAgain(): Promise<void> };

export async function startOtherServer(): Promise<OtherServer> {
  const port = (await ask('/other-server/start')) as string;
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async () => void (await ask(`/other-server/kill?port=${port}`)),
    startAgain: async () => void (await ask(`/other-server/start?port=${port}`)),
  };
}

async function ask(path: string): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${process.env.JOURNEY_MAIL_PORT}${path}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text === '' ? null : JSON.parse(text);
}
