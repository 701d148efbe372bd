/** The meaning of an error of the system or of the server, and what to do (PostgreSQL documentation, appendix A). */
const problems = {
  ECONNREFUSED: 'no server listens at its address; start the server, or correct --state',
  ENOTFOUND: 'its host has no address; correct --state',
  EAI_AGAIN: 'the name of its host cannot be looked up now; look at the network',
  EHOSTUNREACH: 'its host cannot be reached; look at the network',
  ENETUNREACH: 'its host cannot be reached; look at the network',
  ETIMEDOUT: 'the server does not answer; look at the server and the network',
  ECONNRESET: 'the server ended the connection; look at its log',
  EPIPE: 'the server ended the connection; look at its log',
  '28P01': 'the password is not accepted; correct --state',
  '28000': 'this user has no access; correct --state, or pg_hba.conf on the server',
  '3D000': 'the server has no database of that name; create it, or correct --state',
  '42501': 'this user lacks a permission; grant it CREATE on the schema',
  '53100': 'the disk of the server is full',
  '53300': 'the server has too many clients; close some, or raise max_connections',
  '57014': 'a statement took too long; check what the server is busy with',
  '57P03': 'the server is starting or stopping; repeat the call',
  '25006': 'the server accepts no writes; use the address of the primary',
} as const;

/** Plain text with advice, if the error is known; otherwise the text of the driver or the server. */
export function serverProblem(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code in problems) return problems[code as keyof typeof problems];
  if (/timeout/i.test(error.message)) return problems.ETIMEDOUT;
  return error.message || code || error.name;
}
