import { describeWatchError } from '../src/commands/board/watch-error.ts'

test.each([
  ['ENOSPC', /^the limit of file watchers is reached; raise it/],
  ['EMFILE', /^the limit of watching programs or of open files is reached; raise it/],
  ['EACCES', /^read permission denied$/],
])('describeWatchError() describes %s for watchers, not for files', (code, text) => {
  expect(describeWatchError(Object.assign(new Error('watch'), { code, errno: -1 }))).toMatch(text)
})
