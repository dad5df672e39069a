import { describeFsError } from '@workbench/contracts'

/** The system reports its limits of watchers with codes that mean something else for files. */
export function describeWatchError(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOSPC')
    return 'the limit of file watchers is reached; raise it (sysctl fs.inotify.max_user_watches)'
  if (error.code === 'EMFILE')
    return 'the limit of watching programs or of open files is reached; raise it (sysctl fs.inotify.max_user_instances, ulimit -n)'
  return describeFsError(error)
}
