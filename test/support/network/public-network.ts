import { preloading } from '../processes/test-script.ts';

export interface PublicNetwork {
  /** What each name resolves to: the addresses of its first lookup, of its second, and so on; the last answer stays. */
  readonly names: Readonly<Record<string, readonly (readonly string[])[]>>;
  /** The port of this machine that replaces a public address. Other addresses keep the port that is asked for. */
  readonly ports: Readonly<Record<string, number>>;
  /** Where the process listens in the place of 0.0.0.0, which several of them cannot have. */
  readonly ownAddress?: string | undefined;
}

/** Environment that puts a process of the program into a network of the test's making. */
export const publicNetwork = (network: PublicNetwork): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: preloading(new URL('./preload-network.ts', import.meta.url)),
  TEST_PUBLIC_NETWORK: JSON.stringify(network),
});
