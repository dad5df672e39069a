/** The program of a worker thread. The bundler replaces this module with `worker-file.built.ts`. */
export const workerFile = (): URL => new URL('./worker-from-source.js', import.meta.url)
