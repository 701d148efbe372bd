import { connect, type Socket } from 'node:net';
import { uniqueName } from '../unique-name.ts';

export interface Target {
  readonly url: string;
  /** The right bearer token, for callers that pass the guard and attack from behind it. */
  readonly token?: string;
}

const head = ({ url, token }: Target, lines: readonly string[], host = new URL(url).host): string =>
  [
    `POST /mcp HTTP/1.1`,
    ...(host ? [`Host: ${host}`] : []),
    ...(token ? [`Authorization: Bearer ${token}`] : []),
    ...lines,
    '',
    '',
  ].join('\r\n');

const json = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];
const announced = 'Content-Length: 4194304';
/** Just short of what was announced. */
const part = Buffer.alloc(4_190_000, 'x');
const chunks = Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part]);
const list = Buffer.from(`[${Array(70_000).fill('{"jsonrpc":"2.0","method":"notifications/initialized"}').join(',')}]`);
const members = Buffer.from(
  `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{${Array.from({ length: 190_000 }, (_, at) => `"k${at}":1`).join(',')}}}}`,
);
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

/** What a hostile caller writes right after connecting, by kind. */
const hostileKinds: Readonly<Record<string, (target: Target, socket: Socket) => void>> = {
  'says nothing': () => {},
  'never ends its headers': (target, socket) => void socket.write(head(target, [...json, 'X-Slow: 1']).slice(0, -2)),
  'sends sixteen kilobytes of headers': (target, socket) =>
    void socket.write(head(target, [...json, `X-Long: ${'y'.repeat(20_000)}`])),
  'announces a body and sends none': (target, socket) => void socket.write(head(target, [...json, announced])),
  'sends most of a large body': (target, socket) => {
    socket.write(head(target, [...json, announced]));
    socket.write(part);
  },
  'sends a large body without a token': ({ url }, socket) => {
    socket.write(head({ url }, [...json, announced]));
    socket.write(part);
  },
  'sends chunks without end': (target, socket) => {
    socket.write(head(target, [...json, 'Transfer-Encoding: chunked']));
    socket.write(chunks);
  },
  'nests brackets': (target, socket) =>
    void socket.write(head(target, [...json, 'Content-Length: 2000000']) + '['.repeat(2_000_000)),
  'sends a batch of thousands': (target, socket) => {
    socket.write(head(target, [...json, `Content-Length: ${list.length}`]));
    socket.write(list);
  },
  'sends an object of thousands of members': (target, socket) => {
    socket.write(head(target, [...json, `Content-Length: ${members.length}`]));
    socket.write(members);
  },
  'has a malformed Host': (target, socket) =>
    void socket.write(head(target, [...json, `Content-Length: ${ping.length}`], 'a b:c/[') + ping),
  'has two Hosts': (target, socket) =>
    void socket.write(head(target, [`Host: evil.example`, ...json, `Content-Length: ${ping.length}`]) + ping),
  'guesses the token': ({ url }, socket) =>
    void socket.write(head({ url, token: uniqueName('guess').replace(' ', '-') }, [...json, announced])),
  'hangs up half way': (target, socket) => void socket.end(head(target, [...json, announced]) + '{"jsonrpc":'),
  'sends many requests ahead': (target, socket) =>
    void socket.write((head(target, [...json, `Content-Length: ${ping.length}`]) + ping).repeat(200)),
  'reads no answer': (target, socket) => {
    socket.pause();
    socket.write((head(target, [...json, `Content-Length: ${ping.length}`]) + ping).repeat(5));
  },
  'is no HTTP': (_target, socket) => void socket.write(Buffer.alloc(10_000, 0xfe)),
};

export interface Attack {
  /** Connections opened so far. */
  readonly opened: number;
  end(): void;
}

/** Opens `count` connections of all kinds in turn, a hundred at a time. Resolves when the last has been opened or refused. */
export async function attack(target: Target, count: number): Promise<Attack> {
  const { hostname, port } = new URL(target.url);
  const kinds = Object.values(hostileKinds);
  const sockets: Socket[] = [];
  const opening: Promise<void>[] = [];
  for (let at = 0; at < count; at++) {
    const socket = connect({ host: hostname, port: Number(port) });
    sockets.push(socket);
    opening.push(
      new Promise((resolve) => {
        socket.once('close', () => resolve());
        socket.once('connect', () => {
          kinds[at % kinds.length]?.(target, socket);
          resolve();
        });
      }),
    );
    socket.on('error', () => {}).resume();
    // Whoever attacks has a backlog too.
    if (at % 100 === 99) await Promise.all(opening);
  }
  await Promise.all(opening);
  return { opened: sockets.length, end: () => sockets.forEach((socket) => socket.destroy()) };
}
