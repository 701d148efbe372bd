import { redirect } from './oauth-server.ts';

/** What a host keeps of its sign-ins, as the interface of the SDK asks for it: in memory, with nothing of the server in it. */
export class MemoryProvider {
  /** The address of the host's metadata document. Absent: it registers. */
  clientMetadataUrl: string | undefined;
  readonly redirectUrl = redirect;
  readonly clientMetadata: Record<string, unknown> = { client_name: 'A host', redirect_uris: [redirect] };
  information: { client_id: string; client_secret?: string } | undefined;
  kept: Record<string, string> = {};
  verifier = '';
  asked: URL | undefined;
  discovered: unknown;

  clientInformation = () => this.information;
  saveClientInformation = (information: { client_id: string }): void => void (this.information = information);
  tokens = () => (this.kept['access_token'] ? this.kept : undefined);
  saveTokens = (tokens: object): void => void (this.kept = tokens as Record<string, string>);
  redirectToAuthorization = (address: URL): void => void (this.asked = address);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  /** Called where the server knows the refresh token no longer. */
  invalidateCredentials = (): void => void (this.kept = {});
  saveDiscoveryState = (state: unknown): void => void (this.discovered = state);
  discoveryState = () => this.discovered;
}
