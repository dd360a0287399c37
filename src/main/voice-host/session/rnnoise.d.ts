declare module '@echogarden/rnnoise-wasm' {
  /** RNNoise in WebAssembly, with the memory that its functions work on. Pointers are in bytes. */
  export interface RnNoise {
    readonly HEAPF32: Float32Array
    _malloc(bytes: number): number
    _free(pointer: number): void
    _rnnoise_create(model: 0): number
    _rnnoise_destroy(state: number): void
    /** Filters 480 samples at 48 kHz, in the range of 16-bit integers. Returns how likely they are speech, from 0 to 1. */
    _rnnoise_process_frame(state: number, to: number, from: number): number
  }
  export default function load(): Promise<RnNoise>
}
