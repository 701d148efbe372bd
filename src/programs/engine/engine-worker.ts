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
// Its types are those of a CommonJS module, but here it is an ES module.
const variant = release.default as unknown as QuickJSSyncVariant;

/**
 * Memory whose maximum is that of the program. The engine's own limit counts only the number of blocks in WebAssembly, since
 * it cannot find out their sizes: arrays of 8 MB each took 2 GB. The initial memory is for its stack and its own data.
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
// Loaded in advance, like the engine, so that the first program does not wait for it.
stripTypes('');
let program: Program | undefined;
parentPort?.on('message', (message: ToEngine) => {
  if (message.kind === 'answer') return program?.answer(message);
  program = new Program(module, message, (output) => parentPort?.postMessage(output));
  program.run();
});
parentPort?.postMessage('ready');
