/** As much of WebAssembly as is used here: Node has it, but types for it come only with those of a browser. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WebAssemblyNamespace {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly host: { readonly memory: Memory } },
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

export type WebAssemblyMemory = Memory;

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssemblyNamespace })
  .WebAssembly;
