import { parentPort, workerData } from 'node:worker_threads';
import * as release from '@jitl/quickjs-ng-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { codeLimits } from '../../base/code-limits.ts';
import type { EngineData, FromEngine, ToEngine } from './messages.ts';
import { Program } from './program.ts';
import { stripTypes } from './strip-types.ts';

/** The thread in which one program runs. It can be ended at any time. */
type Wasm = NonNullable<Parameters<typeof newVariant>[1]['wasmModule']>;
type WasmMemory = NonNullable<Parameters<typeof newVariant>[1]['wasmMemory']>;

const { wasm, memoryMb, isSpare } = workerData as EngineData;
// Its declarations are those of a CommonJS module, which it is not here.
const variant = release.default as unknown as QuickJSSyncVariant;
const load = (): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm as Wasm, wasmMemory: boundedMemory() }));

/**
 * Memory that ends where the program's does. The engine's own limit counts only the number of blocks in WebAssembly, where it
 * cannot ask how large they are: arrays of 8 MB each took 2 GB. What it starts with is its stack and its own data.
 */
function boundedMemory(): WasmMemory {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { Memory: new (pages: object) => WasmMemory } };
  const pagesPerMb = 16;
  const initial = 16 * pagesPerMb;
  return new WebAssembly.Memory({ initial, maximum: initial + memoryMb * pagesPerMb });
}
const post = (message: FromEngine): void => parentPort?.postMessage(message);

/**
 * Runs a program that nobody sees, in an engine that is then dropped: what the thread has executed before is some milliseconds
 * faster in the next program.
 */
async function warmUp(): Promise<void> {
  const rounds = 20;
  const limits = codeLimits({ memory: 16 });
  const code = `for (let n = 0; n < ${rounds}; n++) await platform.projects.get({ id: n })`;
  const warming = new Program(
    await load(),
    { kind: 'start', code, input: 'null', seed: 0, isDry: false, limits },
    () => {},
  );
  warming.run();
  for (let n = 0; n < rounds; n++) warming.answer({ n, ok: true, json: '{"data":{"id":1},"credits":null}' });
}

const module = await load();
// Loaded ahead, like the engine: the first program should not wait for it.
stripTypes('');
if (isSpare) await warmUp();
let program: Program | undefined;
parentPort?.on('message', (message: ToEngine) => {
  if (message.kind === 'answer') return program?.answer(message);
  program = new Program(module, message, post);
  program.run();
});
post({ kind: 'ready' });
