/**
 * Who takes the answer at a redirect address, in words for a person. The name that follows a private-use scheme is no host: any
 * application may have claimed the scheme, and it proves nothing.
 */
export const answersTo = (redirect: URL | null, application: (scheme: string) => string): string =>
  redirect && /^https?:$/.test(redirect.protocol) ? redirect.host : application(redirect?.protocol.slice(0, -1) ?? '?');
