import { parentPort, workerData } from 'node:worker_threads';
import * as release from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import type { EngineData, ToEngine } from './messages.ts';
import { Program } from './program.ts';
import { stripTypes } from './strip-types.ts';

/** The thread in which one program runs. It can be ended at any time. */
type Wasm = NonNullable<Parameters<typeof newVariant>[1]['wasmModule']>;
type WasmMemory = NonNullable<Parameters<typeof newVariant>[1]['wasmMemory']>;

const { wasm, memoryMb } = workerData as EngineData;
// Its declarations are those of a CommonJS module, which it is not here.
const variant = release.default as unknown as QuickJSSyncVariant;

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

const module = await newQuickJSWASMModuleFromVariant(
  newVariant(variant, { wasmModule: wasm as Wasm, wasmMemory: boundedMemory() }),
);
// Loaded ahead, like the engine: the first program should not wait for it.
stripTypes('');
let program: Program | undefined;
parentPort?.on('message', (message: ToEngine) => {
  if (message.kind === 'answer') return program?.answer(message);
  program = new Program(module, message, (output) => parentPort?.postMessage(output));
  program.run();
});
parentPort?.postMessage('ready');
