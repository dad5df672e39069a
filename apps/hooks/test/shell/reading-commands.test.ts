import { join } from 'node:path'

import { runHook } from '../../src/run-hook.ts'
import { brokenFinding, projectWith } from '../hook.ts'

const ARTIFACT = '.workbench/blackboard/w1/auditor.json'

/** Runs the hook after a command. Fails if it loads the validator. */
function respond(root: string, command: string, change: object = {}) {
  const event = {
    hook_event_name: 'PostToolUse',
    cwd: root,
    tool_name: 'Bash',
    tool_input: { command },
    ...change,
  }
  return runHook(JSON.stringify(event), { env: {}, cwd: root, deadline: Date.now() + 10_000 }, () => {
    throw new Error('the validator was loaded')
  })
}

describe('the hook does not load the validator after a shell command', () => {
  it.each([
    'ls -la',
    `cat ${ARTIFACT} | jq .severity`,
    `grep -rn "severity" .workbench | sort | uniq -c | head -3 > /dev/null`,
    `if grep -q x ${ARTIFACT}; then echo yes; else echo no; fi`,
    `for f in .workbench/blackboard/*/*.json; do wc -c "$f"; done`,
    'cd src && ls',
    'git status -s && git diff HEAD~1 | cat && git log --oneline -5',
    `find . -name '*.json' | xargs grep -l severity 2> /dev/null`,
    `find . -name '*.json' -print0 | xargs -0 -n 1 wc -l`,
    `timeout 5 nice cat ${ARTIFACT}`,
    `bash -c 'cat ${ARTIFACT}'`,
    `sed -n '1,20p' ${ARTIFACT}`,
    `awk '{ print $1 }' ${ARTIFACT}`,
    `cp ${ARTIFACT} copy.txt`,
    'echo done > log.txt 2>&1',
    'mkdir -p .workbench/blackboard/w2',
    '# cp a.json b.json',
  ])('that only reads, also if there is a new artifact: %s', (command) => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    expect(respond(root, command)).toEqual({ status: 0, message: '' })
  })

  it.each([
    'npm test',
    'node build.js',
    'python3 -c "print(1)"',
    'cp $A $B',
    'git checkout main',
    'make -C x',
  ])('that may write, if nothing has changed since it started: %s', (command) => {
    const root = projectWith({
      [ARTIFACT]: brokenFinding,
      'a.json': brokenFinding,
      'x/b.json': brokenFinding,
    })
    // The hook starts up to five seconds after the end of a command.
    const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    const response = respond(root, command, { duration_ms: 10 })
    clock.mockRestore()
    expect(response).toEqual({ status: 0, message: '' })
  })
})

describe('the hook', () => {
  it('loads the validator for a file that changed while a command of 15 minutes ran', () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    const clock = import.meta.jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000)
    const response = respond(root, join('.', 'generate'), { duration_ms: 900_000 })
    clock.mockRestore()
    expect(response).toMatchObject({
      status: 2,
      message: expect.stringContaining('the validator was loaded') as unknown,
    })
  })
})
