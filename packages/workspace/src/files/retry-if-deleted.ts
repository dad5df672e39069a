import { WorkingAreaError } from '../errors.ts'

const MAX_ATTEMPTS = 5

/**
 * Runs a write again if a file or folder that it needs was deleted meanwhile: a program that cleans up, or a writer whose
 * clock is ahead, can delete temporary files that look old.
 */
export function retryIfDeleted<Result>(write: () => Result): Result {
  for (let attempt = 1; ; attempt++) {
    try {
      return write()
    } catch (error) {
      if (!isDeleted(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

const isDeleted = (error: unknown): boolean =>
  error instanceof WorkingAreaError && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
