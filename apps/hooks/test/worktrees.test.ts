import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { openArea, writeArtifact } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { brokenFinding, repository, silence, write, written } from '@workbench/test-support/hook'

import { runHook } from './run-hook.ts'

const B = '.workbench/blackboard/w1/b.json'
const HANDOFF = '.workbench/blackboard/w1/lead.json'

/** A repository, and a worktree of it in which a subagent works. */
function newProject(): { readonly root: string; readonly worktree: string } {
  const root = temporaryFolder()
  git(root, 'init', '--quiet')
  write(join(root, 'src/old.ts'), 'old')
  commit(root)
  git(root, 'worktree', 'add', '--quiet', '.claude/worktrees/b')
  return { root, worktree: join(root, '.claude/worktrees/b') }
}

const stop = (cwd: string, change: object = {}): string =>
  JSON.stringify({ hook_event_name: 'SubagentStop', agent_id: 'a7', agent_type: 'b', cwd, ...change })

const handoff = (path: string): string =>
  JSON.stringify({
    ...{ schema: 'handoff.v1', producedBy: 'lead', wave: 'w1', status: 'complete', summary: 's' },
    artifacts: [{ path, schema: 'typescript', sizeBytes: 3 }],
  })

describe('the hook, in a worktree,', () => {
  it.each(['Stop', 'SubagentStop'])(
    'finds a broken artifact in its own working area, on %s',
    async (event) => {
      const { root, worktree } = newProject()
      write(join(worktree, B), brokenFinding)
      const { status, stderr } = await runHook(stop(worktree, { hook_event_name: event }), {
        env: { CLAUDE_PROJECT_DIR: root },
      })
      expect(status).toBe(2)
      expect(stderr).toContain(`${B} failed validation`)
    },
  )

  it.each([{}, { CLAUDE_PROJECT_DIR: '{root}' }])(
    'also finds one in the working area of the project, when a subagent stops: %j',
    async (env) => {
      const { root, worktree } = newProject()
      write(join(root, B), brokenFinding)
      const variables = Object.fromEntries(Object.entries(env).map(([name]) => [name, root]))
      const { status, stderr } = await runHook(stop(worktree), { env: variables })
      expect(status).toBe(2)
      expect(stderr).toContain(`${join(root, B)} failed validation`)
      expect(await runHook(stop(worktree, { hook_event_name: 'Stop' }), { env: variables })).toEqual(silence)
    },
  )

  it('accepts a handoff of a file that is only there, in both working areas', async () => {
    const { root, worktree } = newProject()
    write(join(worktree, 'src/new.ts'), 'new')
    for (const [folder, path] of [
      [worktree, 'src/new.ts'],
      [root, 'src/new.ts'],
      [root, join(worktree, 'src/new.ts')],
    ] as const) {
      write(join(folder, HANDOFF), handoff(path))
      expect(await runHook(written(join(folder, HANDOFF), { cwd: worktree }))).toEqual(silence)
    }
    const contracts = openContracts({ directory: join(repository, 'schemas') })
    const { schema, producedBy, ...artifact } = JSON.parse(handoff('src/new.ts')) as Record<string, unknown>
    const request = { schema: String(schema), agent: String(producedBy), wave: 'w1', artifact, replace: true }
    expect(writeArtifact(openArea(root), contracts, request).advice).toEqual([])
  })

  it('rejects a handoff of a file that is in no worktree', async () => {
    const { root, worktree } = newProject()
    write(join(root, HANDOFF), handoff('src/missing.ts'))
    const { status, stderr } = await runHook(written(join(root, HANDOFF), { cwd: worktree }))
    expect(status).toBe(2)
    expect(stderr).toContain('Deliverable "src/missing.ts" does not exist')
  })
})
