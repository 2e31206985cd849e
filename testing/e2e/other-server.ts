/** A server of the journeys' installation at an address of its own, which can be killed and started again. */
export type OtherServer = { readonly url: string; kill(): Promise<void>; startAgain(): Promise<void> };

/** @param bucket the address of a stand-in for S3, to which its files go in place of the folder */
export async function startOtherServer(bucket = ''): Promise<OtherServer> {
  const port = (await ask(`/other-server/start?bucket=${encodeURIComponent(bucket)}`)) as string;
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
