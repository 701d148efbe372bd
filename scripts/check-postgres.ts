import { connect } from 'node:net';

/**
 * Ends with an error unless a Postgres answers where VISIBILITY_TEST_POSTGRES says, so that tests
 * which need it cannot be skipped unnoticed. It is asked whether it does TLS, the one question every
 * Postgres answers before it knows who asks (PostgreSQL documentation, "SSLRequest").
 */
const address = process.env['VISIBILITY_TEST_POSTGRES'];
if (!address) throw new Error('VISIBILITY_TEST_POSTGRES is not set');
const { hostname, port } = new URL(address);
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 5432), timeout: 10_000 });
socket
  .on('connect', () => socket.write(sslRequest))
  .on('data', (answer) => (/^[SN]/.test(answer.toString('latin1')) ? socket.destroy() : fail('it is no Postgres')))
  .on('timeout', () => fail('no answer'))
  .on('error', (error) => fail(error.message || error.name));

function fail(reason: string): void {
  console.error(`cannot connect to VISIBILITY_TEST_POSTGRES at ${hostname}: ${reason}`);
  process.exitCode = 1;
  socket.destroy();
}
