import { utimesSync } from 'node:fs'

/** When the configuration of the build was loaded, which is before any source was read. */
const start = new Date()

/**
 * Rolldown plugin that sets the mtime of the file that the build writes last to the start of the build. A source that
 * changed during the build is then newer than the file.
 * @param {string} file
 * @returns {{ name: string, writeBundle(): void }}
 */
export const startTime = (file) => ({
  name: 'start-time',
  writeBundle() {
    utimesSync(file, start, start)
  },
})
